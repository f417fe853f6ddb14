/** The rows of a record as a form, and the bar that saves the fields being edited. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from '../button.tsx';
import type { Failure } from '../../client/failure.ts';
import { submitting } from '../form.tsx';
import { firstControl, useKeptFocus } from '../kept-focus.ts';
import { Alert, failureText } from '../states.tsx';
import { words as common } from '../generated/words.ts';
import type { Fieldset } from './fieldset.ts';
import type { Saving } from './saving.ts';
import type { Fields } from './value.ts';
import { words as t } from './generated/words.ts';

type Of<Typed> = Pick<Saving<never, Typed>, 'editing' | 'failure' | 'isSaving' | 'save'>;

export const focusOn = (field: string): void => {
  const row = document.querySelector(`[data-field="${field}"]`);
  if (row !== null) firstControl(row)?.focus();
};

const editButton = (row: Element) => row.querySelector<HTMLElement>('.record-actions > button');

/** The fields of the form that show their own refusal; none if the failure is also about something else. */
const refusedFields = (failure: Failure | null, open: Fields): readonly string[] => {
  const fields = [...(failure?.byField.keys() ?? [])];
  return fields.every((field) => Object.hasOwn(open, field)) ? fields : [];
};

const SaveBar = <Typed,>({ editing, failure, isSaving }: Omit<Of<Typed>, 'save'>) => {
  const { edits, problems } = editing.outcome();
  const count = Object.keys(edits).length;
  const wrong = Object.keys(problems).length;
  const refused = refusedFields(failure, editing.fields.value);
  const toCorrect = new Set([...Object.keys(problems), ...refused]).size;
  return (
    <div class="save-bar card-footer spread" role="region" aria-label={t('changes')}>
      <Alert of={failure !== null && refused.length === 0 ? failureText(failure) : null} />
      <span class="muted" role="status">
        {count === 0 && wrong === 0 ? t('nothing_changed') : t('fields_changed', { count: count + wrong })}
        {toCorrect > 0 && ` · ${t('fields_to_correct', { count: toCorrect })}`}
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

type Props<Typed> = {
  readonly saving: Of<Typed>;
  readonly children: ComponentChildren;
  /** What follows the rows, such as a control that adds one. */
  readonly after?: ComponentChildren;
};

export const EditForm = <Typed,>({ saving, children, after }: Props<Typed>) => {
  const { editing, failure, save } = saving;
  // The field that was refused may be far above the bar.
  useEffect(() => {
    const [first] = refusedFields(failure, editing.fields.peek());
    if (first !== undefined) focusOn(first);
  }, [failure]);
  return (
    <form
      class="record"
      onSubmit={submitting(save)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
      }}
    >
      <dl>{children}</dl>
      {after}
      {Object.keys(editing.fields.value).length > 0 && <SaveBar {...saving} />}
    </form>
  );
};

type RowProps<Typed> = {
  readonly field: string;
  readonly fieldset: Fieldset<Typed>;
  readonly record: Fields;
  readonly saving: Pick<Of<Typed>, 'editing' | 'failure'>;
  readonly canEdit: boolean;
  /** Content below the value, shown while the field is not being edited. */
  readonly children?: ComponentChildren;
};

export const EditRow = <Typed,>({ field, fieldset, record, saving, canEdit, children }: RowProps<Typed>) => {
  const { editing, failure } = saving;
  const name = fieldset.nameOf(field);
  const value = fieldset.valueIn(record, field);
  const open = editing.fields.value[field];
  const isOpen = open !== undefined;
  const wasOpen = useRef(isOpen);
  const row = useKeptFocus<HTMLDivElement>({
    nearby: isOpen ? firstControl : editButton,
    // The button that saves or discards is below the rows.
    isElsewhere: isOpen !== wasOpen.current,
  });
  wasOpen.current = isOpen;
  return (
    <div ref={row} class={isOpen ? 'record-row open' : 'record-row'} data-field={field}>
      <dt class="muted small">{name}</dt>
      <dd>
        {isOpen ? (
          fieldset.edit(field, {
            typed: open.typed,
            error: editing.outcome().problems[field] ?? failure?.byField.get(field),
            onTyped: (typed) => editing.type(field, typed),
          })
        ) : (
          <>
            <div class="record-value breakable">{fieldset.show(field, value)}</div>
            {children}
          </>
        )}
      </dd>
      <dd class="record-actions">
        {isOpen && <IconButton icon="x" label={t('stop_editing', { name })} onClick={() => editing.close(field)} />}
        {!isOpen && canEdit && (
          <IconButton icon="pencil" label={t('edit_field', { name })} onClick={() => editing.open(field, value)} />
        )}
      </dd>
    </div>
  );
};
