/** Undoing that a work was made, shown, archived or reset, and the opposites of these. */
import type { Known } from '../../must-exist.ts';
import { withOrcids } from '../../publication/author-entries.ts';
import { editable, fieldsChanged, merge } from '../../publication/overlay.ts';
import type { PublishStatus } from '../../publish-status.ts';
import type { WorkEvent } from '../../work/events.ts';
import type { WorkCommand } from '../../work/commands.ts';
import type { Work } from '../../work/state.ts';
import { guardsBetween, restoring, type Parts } from '../inverse.ts';
import { madeInverse, resetInverse } from '../record-inverses.ts';
import { editedOver } from '../record.ts';
import { transitionsTo, STATUS } from '../publish-status.ts';
import { HREF } from './edits.ts';

const moveTo = (to: PublishStatus, from: PublishStatus): readonly WorkCommand[] =>
  transitionsTo(to, from).map((move) => ({ type: 'MoveWork', move }));

export const moved = restoring<Work, WorkCommand, WorkEvent>({
  role: 'member',
  // What is not there is shown as little as what is archived.
  view: ({ status }) => ({ [STATUS]: status === 'absent' ? 'archived' : status }),
  put: (wanted, { status }) => (status === 'absent' ? [] : moveTo(wanted[STATUS] as PublishStatus, status)),
});

const byHand = ({ href, hrefIsByHand }: Known<Work>): Parts => (hrefIsByHand ? { [HREF]: href } : {});

/** A work has no deletion: it goes to the archive. */
export const made = madeInverse(moved, (then, now) => [
  ...editedOver(then.overlay, now),
  ...guardsBetween(byHand(then), byHand(now)),
]);

const commandsToBringBack = ({ key, status, supersededBy: by, ...was }: Known<Work>): readonly WorkCommand[] => {
  const { original, overlay, href, listedHref, source, fetchedAt, links, identifiers, apartFrom } = was;
  const shown = editable(merge(original, overlay));
  const { changes, orcids } = withOrcids(fieldsChanged(editable(original), shown), shown);
  const fields = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
  return [
    source === null
      ? { type: 'CreateWork', key, original, href: listedHref }
      : { type: 'RecordWork', key, original, href: listedHref, source, fetchedAt, links: [] },
    { type: 'TakeOverWork', key, overlay: {}, links, identifiers },
    { type: 'EditWork', fields, orcids, href },
    ...apartFrom.map((from) => ({ type: 'KeepWorkApart', from }) as const),
    ...moveTo(status, 'published'),
    ...(by === null ? [] : [{ type: 'SupersedeWork', key, by } as const]),
  ];
};

export const reset = resetInverse<Work, WorkCommand, WorkEvent>(commandsToBringBack);
