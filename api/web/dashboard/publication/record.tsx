/** The record by field, with a form for what is edited. */
import { Button } from '../../parts/button.tsx';
import { SelectField } from '../../parts/field.tsx';
import { EditForm, focusOn } from '../../parts/editing/edit-form.tsx';
import { Section } from '../../parts/page.tsx';
import { Day } from '../../parts/time.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { editsByField } from './attribution.ts';
import { FieldRow } from './field-row.tsx';
import { FIELDS, fieldName, fieldsShown, usualFields } from './fields.ts';
import type { PublicationSaving } from './fieldset.tsx';
import type { PublicationData } from './read.ts';
import { words as t } from './generated/words.ts';

type Props = { readonly data: PublicationData; readonly saving: PublicationSaving };

type AddProps = {
  readonly shown: readonly string[];
  readonly editing: PublicationSaving['editing'];
  /** Offered by name, if they are not shown. */
  readonly usual: readonly string[];
};

const AddField = ({ shown, editing, usual }: AddProps) => {
  const open = (field: string): void => {
    editing.open(field, null);
    requestAnimationFrame(() => focusOn(field));
  };
  const missing = usual.filter((field) => !shown.includes(field));
  return (
    <div class="add-field card-footer stack">
      {missing.length > 0 && (
        <div class="actions" role="group" aria-label={t('add_field')}>
          {missing.map((field) => (
            <Button key={field} isSmall icon="plus" onClick={() => open(field)}>
              {fieldName(field)}
            </Button>
          ))}
        </div>
      )}
      <SelectField
        label={t('add_field')}
        hidesLabel
        value=""
        options={[
          { value: '', label: t('add_field') },
          ...FIELDS.filter((field) => !shown.includes(field)).map((value) => ({ value, label: fieldName(value) })),
        ]}
        onValue={(field) => {
          if (field !== '') open(field);
        }}
      />
    </div>
  );
};

const LastCheck = ({ doi }: { readonly doi: string }) => {
  const { data } = useAnswer('GET /api/publications/{id}/last-check', { params: { id: doi } });
  const at = data?.last_checked_at ?? null;
  return at === null ? null : (
    <p class="muted small">
      {t('last_checked')} <Day ms={at} />
    </p>
  );
};

export const RecordCard = ({ data, saving }: Props) => {
  const { editing } = saving;
  const { merged, edited, deleted_at: deletedAt, doi_url: doiUrl } = data.publication;
  // The title is repeated here to show its source and to edit it.
  const shown = fieldsShown(merged, edited, editing.fields.value);
  const edits = editsByField(data.history);
  return (
    <Section title={t('record')} aside={data.publication.doi_url !== null && <LastCheck doi={data.publication.id} />}>
      <EditForm
        saving={saving}
        after={
          deletedAt === null && (
            <AddField
              shown={shown}
              editing={editing}
              usual={doiUrl === null ? usualFields((merged as { readonly type?: unknown }).type) : []}
            />
          )
        }
      >
        {shown.map((field) => (
          <FieldRow key={field} data={data} field={field} edit={edits.get(field)} saving={saving} />
        ))}
      </EditForm>
    </Section>
  );
};
