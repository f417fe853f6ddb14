/** The record by field, and the bar that saves edits. */
import { useEffect } from 'preact/hooks';
import type { Failure } from '../../client/failure.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField } from '../../parts/field.tsx';
import { submitting } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { explained, Notice } from '../../parts/states.tsx';
import { common } from '../../parts/words.ts';
import { editsByField } from './attribution.ts';
import type { Editing } from './editing.ts';
import { FieldRow } from './field-row.tsx';
import { FIELDS, fieldName, fieldsShown } from './fields.ts';
import type { PublicationData } from './read.ts';
import { words as t } from './words.ts';

type Props = {
  readonly data: PublicationData;
  readonly editing: Editing;
  readonly failure: Failure | null;
  readonly isSaving: boolean;
  readonly save: () => void;
  readonly takeBack: (field: string) => void;
  readonly keep: (field: string) => void;
};

/** The title is repeated here to show its source and to edit it. */
const rowsOf = ({ publication: { merged, edited } }: PublicationData, open: readonly string[]): readonly string[] =>
  fieldsShown(merged, edited, Object.fromEntries(open.map((field) => [field, true])));

const AddField = ({ shown, editing }: { readonly shown: readonly string[]; readonly editing: Editing }) => (
  <div class="add-field">
    <SelectField
      label={t('add_field')}
      hidesLabel
      value=""
      options={[
        { value: '', label: t('add_field') },
        ...FIELDS.filter((field) => !shown.includes(field)).map((value) => ({ value, label: fieldName(value) })),
      ]}
      onValue={(field) => {
        if (field === '') return;
        editing.open(field, null);
        requestAnimationFrame(() => focusOn(field));
      }}
    />
  </div>
);

/** Focuses the first control of a field that was just opened. */
const focusOn = (field: string): void =>
  document.querySelector<HTMLElement>(`[data-field="${field}"] :is(input, textarea, select, button)`)?.focus();

const SaveBar = ({ editing, failure, isSaving }: Pick<Props, 'editing' | 'failure' | 'isSaving'>) => {
  const { edits, problems } = editing.outcome();
  const count = Object.keys(edits).length;
  const wrong = Object.keys(problems).length;
  return (
    <div class="save-bar card-footer spread" role="region" aria-label={t('changes')}>
      {failure !== null && (
        <div role="alert" class="save-failure">
          <Notice kind="danger">{explained(failure)}</Notice>
        </div>
      )}
      <span class="muted" role="status">
        {count === 0 && wrong === 0 ? t('nothing_changed') : t('fields_changed', { count: count + wrong })}
      </span>
      <div class="actions">
        <Button onClick={editing.closeAll}>{count + wrong === 0 ? common('close') : t('discard')}</Button>
        <Button kind="primary" icon="save" type="submit" isBusy={isSaving} disabled={count === 0 || wrong > 0}>
          {isSaving ? common('saving') : common('save')}
        </Button>
      </div>
    </div>
  );
};

export const RecordCard = ({ data, editing, failure, isSaving, save, takeBack, keep }: Props) => {
  const open = Object.keys(editing.fields.value);
  const shown = rowsOf(data, open);
  const edits = editsByField(data.history);
  useEffect(() => {
    const onlyOpen = open.length === 1 ? open[0] : undefined;
    if (onlyOpen !== undefined && document.activeElement === document.body) focusOn(onlyOpen);
  }, [open.length]);
  return (
    <Section title={t('record')}>
      <form
        class="record"
        onSubmit={submitting(save)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
        }}
      >
        <dl>
          {shown.map((field) => (
            <FieldRow
              key={field}
              data={data}
              field={field}
              edit={edits.get(field)}
              editing={editing}
              error={failure?.byField.get(field)}
              isBusy={isSaving}
              takeBack={takeBack}
              keep={keep}
            />
          ))}
        </dl>
        {data.publication.deleted_at === null && <AddField shown={shown} editing={editing} />}
        {open.length > 0 && <SaveBar editing={editing} failure={failure} isSaving={isSaving} />}
      </form>
    </Section>
  );
};
