/** Undoing that a publication was added, deleted, hidden or reset, and the opposites of these. */
import type { PublicationCommand } from '../../publication/commands.ts';
import type { PublicationEvent } from '../../publication/events.ts';
import type { Present, Publication } from '../../publication/state.ts';
import { guardsBetween, restoring, type Part, type Parts } from '../inverse.ts';
import { madeInverse, resetInverse } from '../record-inverses.ts';
import { editedOver } from '../record.ts';
import { commandsToBringBack } from './bring-back.ts';
import { dashboardParts } from './edits.ts';
import { linkIn, linkPath } from './links.ts';

const VISIBLE = '/visible';
const DELETED = '/deleted';

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

/** It is undone by a deletion. */
export const added = madeInverse(deleted, editedSince);

export const reset = resetInverse<Publication, PublicationCommand, PublicationEvent>(commandsToBringBack);
