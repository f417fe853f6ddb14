/** The declared fields of a record, each edited in its place, with the dialog for a conflict. */
import { ConflictDialog } from '../../parts/editing/conflict-dialog.tsx';
import { EditForm, EditRow } from '../../parts/editing/edit-form.tsx';
import type { Saving } from '../../parts/editing/saving.ts';
import type { Fields } from '../../parts/editing/value.ts';
import { Section } from '../../parts/page.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { actorName } from '../events/actor.tsx';
import type { RecordField } from './control.ts';
import { fieldsetOf } from './fieldset.tsx';
import type { OfRecord } from './history.tsx';

type Props<Seen> = {
  readonly title: string;
  readonly fields: readonly RecordField[];
  readonly record: Fields;
  readonly saving: Saving<Seen, unknown>;
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

export const RecordCard = <Seen,>({ title, fields, record, saving, canEdit, of }: Props<Seen>) => {
  const { met } = saving;
  const who = useLast(of, met !== null);
  const fieldset = fieldsetOf(fields);
  return (
    <Section title={title}>
      <EditForm saving={saving}>
        {fields.map(({ name }) => (
          <EditRow key={name} field={name} fieldset={fieldset} record={record} saving={saving} canEdit={canEdit} />
        ))}
      </EditForm>
      {met !== null && <ConflictDialog fieldset={fieldset} conflict={met.conflict} saving={saving} who={who} />}
    </Section>
  );
};
