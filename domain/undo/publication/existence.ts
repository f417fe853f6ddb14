/** Undoing that a publication was added, deleted, hidden or reset, and the opposites of these. */
import { equal } from '../../equal.ts';
import type { Json } from '../../json.ts';
import type { PublicationCommand } from '../../publication/commands.ts';
import type { PublicationEvent } from '../../publication/events.ts';
import type { Present, Publication } from '../../publication/state.ts';
import { restoring, type Part, type Parts } from '../inverse.ts';
import { editedOver, mergedOf } from '../record.ts';
import { commandsToBringBack } from './bring-back.ts';
import { dashboardParts } from './edits.ts';
import type { PublicationInverse } from './inverse.ts';
import { linkIn, linkPath } from './links.ts';

const VISIBLE = '/visible';
const DELETED = '/deleted';
/** The whole document (RFC 6901). */
const WHOLE = '';

export const shown = restoring<Publication, PublicationCommand, PublicationEvent>({
  role: 'member',
  view: (state) => (state.status === 'absent' ? {} : { [VISIBLE]: state.visible }),
  put: (wanted) => [{ type: wanted[VISIBLE] === true ? 'ShowPublication' : 'HidePublication' }],
});

export const deleted = restoring<Publication, PublicationCommand, PublicationEvent>({
  role: 'member',
  view: (state) => ({ [DELETED]: state.status !== 'active' }),
  put: (wanted) => [{ type: wanted[DELETED] === true ? 'DeletePublication' : 'RestorePublication' }],
});

const guardsBetween = (then: Parts, now: Parts): readonly Part[] =>
  Object.keys(now)
    .filter((path) => !equal(then[path], now[path]))
    .map((path) => ({ path, before: undefined, after: then[path], now: now[path], isGuard: true }));

/** What people have made of it since; what providers say does not count. */
const editedSince = (then: Present, now: Present): readonly Part[] => {
  const byHand = Object.entries(now.links).flatMap(([orcid, { basis }]) => (basis === 'staff' ? [orcid] : []));
  const staffParts = (state: Present): Parts => ({
    [VISIBLE]: state.visible,
    ...dashboardParts(state),
    ...Object.fromEntries(byHand.map((orcid) => [linkPath(orcid), linkIn(state, orcid)])),
  });
  return [...editedOver(then.overlay, now), ...guardsBetween(staffParts(then), staffParts(now))];
};

/** An addition is undone by a deletion, unless people have worked on the publication since. */
export const added: PublicationInverse = {
  ...deleted,
  makes: 'record',
  parts: (moment) => {
    const { after, now } = moment;
    const guards = after.status === 'absent' || now.status === 'absent' ? [] : editedSince(after, now);
    return [...deleted.parts(moment), ...guards];
  },
};

const wholeOf = (state: Publication): Json | undefined =>
  state.status === 'absent' ? undefined : (mergedOf(state) as unknown as Json);

/** The publication comes back as it was, if none has taken its place. */
export const reset: PublicationInverse = {
  role: 'workspace_admin',
  parts: ({ before, now }) =>
    before.status === 'absent' ? [] : [{ path: WHOLE, before: wholeOf(before), after: undefined, now: wholeOf(now) }],
  commands: ({ before }) => (before.status === 'absent' ? [] : commandsToBringBack(before)),
};
