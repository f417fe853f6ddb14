/** The declared fields of a record, each edited in its place, with the dialog for a conflict. */
import { ConflictDialog } from '../../parts/editing/conflict-dialog.tsx';
import { EditForm, EditRow } from '../../parts/editing/edit-form.tsx';
import type { Saving } from '../../parts/editing/saving.ts';
import type { Fields } from '../../parts/editing/value.ts';
import { Section } from '../../parts/page.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { actorName } from '../events/actor.tsx';
import type { Problem, RecordField } from './control.ts';
import { fieldsetOf } from './fieldset.tsx';
import type { OfRecord } from './history.tsx';
import { words as t } from './words.ts';

type Props<Seen> = {
  readonly title: string;
  readonly fields: readonly RecordField[];
  readonly record: Fields;
  readonly saving: Saving<Seen, unknown, Problem>;
  readonly canEdit: boolean;
  /** What the timeline calls the record, to say who made the other change. */
  readonly of: OfRecord;
};

/** Who changed the record last. Loaded while there is a conflict. */
const useLast = (of: OfRecord, isWanted: boolean): string | null => {
  const query = { ...of, per_page: 1, housekeeping: false };
  const [last] = useAnswer(isWanted ? 'GET /api/activity' : null, { query }).data?.events ?? [];
  return last === undefined ? null : actorName(last.actor);
};

const Row = <Seen,>({
  field,
  record,
  saving,
  canEdit,
}: Omit<Props<Seen>, 'fields' | 'title' | 'of'> & { field: RecordField }) => {
  const { name, label, hint, control } = field;
  const { editing, failure } = saving;
  const open = editing.fields.value[name];
  const { show, valueIn } = fieldsetOf([field]);
  const value = valueIn(record, name);
  const problem = open === undefined ? undefined : editing.outcome().problems[name];
  return (
    <EditRow
      field={name}
      name={label()}
      isOpen={open !== undefined}
      edit={canEdit ? () => editing.open(name, value) : undefined}
      close={() => editing.close(name)}
    >
      {open === undefined ? (
        <div class="record-value breakable">{show(name, value)}</div>
      ) : (
        control.edit({
          label: label(),
          hidesLabel: true,
          hint: hint?.(),
          error: problem === undefined ? failure?.byField.get(name) : t(problem),
          isRequired: control.isRequired,
          typed: open.typed,
          onTyped: (typed) => editing.type(name, typed),
        })
      )}
    </EditRow>
  );
};

export const RecordCard = <Seen,>({ title, fields, record, saving, canEdit, of }: Props<Seen>) => {
  const { met } = saving;
  const who = useLast(of, met !== null);
  return (
    <Section title={title}>
      <EditForm saving={saving}>
        {fields.map((field) => (
          <Row key={field.name} field={field} record={record} saving={saving} canEdit={canEdit} />
        ))}
      </EditForm>
      {met !== null && (
        <ConflictDialog fieldset={fieldsetOf(fields)} conflict={met.conflict} saving={saving} who={who} />
      )}
    </Section>
  );
};
