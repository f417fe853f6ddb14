/** The declared fields of a record, edited in place, with the conflict dialog. */
import { ConflictDialog, type Who } from '../../parts/editing/conflict-dialog.tsx';
import type { Conflict } from '../../parts/editing/conflict.ts';
import { EditForm, EditRow } from '../../parts/editing/edit-form.tsx';
import type { Saving } from '../../parts/editing/saving.ts';
import type { Fields } from '../../parts/editing/value.ts';
import { Section } from '../../parts/page.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { overtaker } from '../events/actor.tsx';
import type { RecordField } from './control.ts';
import { fieldsetOf } from './fieldset.tsx';
import type { OfRecord } from './history.tsx';

type Props<Seen> = {
  readonly title: string;
  readonly fields: readonly RecordField[];
  readonly record: Fields;
  readonly saving: Saving<Seen, unknown>;
  readonly canEdit: boolean;
  /** The record's subject on the timeline, to show who made the other change. */
  readonly of: OfRecord;
};

/** Includes later changes of other fields. */
const LATEST = 20;

/** Loaded only during a conflict. */
const useOvertaker = (of: OfRecord, conflict: Conflict | null): Who | null => {
  const query = { ...of, per_page: LATEST, housekeeping: false };
  const { data } = useAnswer(conflict === null ? null : 'GET /api/activity', { query });
  return conflict === null || data === null ? null : overtaker(conflict, data.events);
};

export const RecordCard = <Seen,>({ title, fields, record, saving, canEdit, of }: Props<Seen>) => {
  const { met } = saving;
  const who = useOvertaker(of, met?.conflict ?? null);
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
