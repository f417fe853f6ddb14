/** Undoing that a work was made, shown, archived or reset, and the opposites of these. */
import type { Json } from '../../json.ts';
import { fieldsChanged, fieldsOf, merge } from '../../publication/overlay.ts';
import type { Shelf } from '../../shelf.ts';
import type { WorkEvent } from '../../work/events.ts';
import type { Work, WorkCommand } from '../../work/work.ts';
import { restoring } from '../inverse.ts';
import { editedOver, mergedOf } from '../record.ts';
import { movesTo, STATUS } from '../shelf.ts';
import type { KnownWork, WorkInverse } from './inverse.ts';

/** The whole document (RFC 6901). */
const WHOLE = '';

const moveTo = (to: Shelf, from: Shelf): readonly WorkCommand[] =>
  movesTo(to, from).map((move) => ({ type: 'MoveWork', move }));

export const moved = restoring<Work, WorkCommand, WorkEvent>({
  role: 'member',
  // What is not there is shown as little as what is archived.
  view: ({ status }) => ({ [STATUS]: status === 'absent' ? 'archived' : status }),
  put: (wanted, { status }) => (status === 'absent' ? [] : moveTo(wanted[STATUS] as Shelf, status)),
});

/** A work has no deletion: it goes to the archive, unless staff have worked on it since. */
export const made: WorkInverse = {
  ...moved,
  makes: 'record',
  parts: (moment) => {
    const { after, now } = moment;
    const guards = after.status === 'absent' || now.status === 'absent' ? [] : editedOver(after.overlay, now);
    return [...moved.parts(moment), ...guards];
  },
};

const commandsToBringBack = ({ key, status, links, ...was }: KnownWork): readonly WorkCommand[] => {
  const { original, overlay, href, source, fetchedAt } = was;
  const changes = fieldsChanged(fieldsOf(original), fieldsOf(merge(original, overlay)));
  const fields = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
  return [
    source === null
      ? { type: 'CreateWork', key, original, href }
      : { type: 'RecordWork', key, original, href, source, fetchedAt, links },
    { type: 'EditWork', fields },
    ...moveTo(status, 'published'),
  ];
};

const wholeOf = (state: Work): Json | undefined =>
  state.status === 'absent' ? undefined : (mergedOf(state) as unknown as Json);

/** The work comes back as it was, if none has taken its place. */
export const reset: WorkInverse = {
  role: 'workspace_admin',
  parts: ({ before, now }) =>
    before.status === 'absent' ? [] : [{ path: WHOLE, before: wholeOf(before), after: undefined, now: wholeOf(now) }],
  commands: ({ before }) => (before.status === 'absent' ? [] : commandsToBringBack(before)),
};
