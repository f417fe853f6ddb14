/** How each event of a work is undone. Works are archived, not deleted. */
import type { Item } from '../identifier/events.ts';
import type { Known } from '../must-exist.ts';
import { withOrcids } from '../publication/author-entries.ts';
import { editable, fieldsChanged, merge } from '../publication/overlay.ts';
import { transitionsTo, type PublishStatus } from '../publish-status.ts';
import { nameIn } from '../stream-kinds.ts';
import type { WorkCommand } from '../work/commands.ts';
import type { WorkEvent } from '../work/events.ts';
import type { Work } from '../work/state.ts';
import { work } from '../work/work.ts';
import { cannot, guardsBetween, restoring, step, type Inverse, type Parts } from './inverse.ts';
import type { Undoable } from './plan.ts';
import { editedOver, madeInverse, recordInverses, resetInverse } from './record.ts';

const HREF = '/href';
const STATUS = '/status';
const SUPERSEDED_BY = '/superseded_by';

const { edited, refreshed } = recordInverses<Work, WorkCommand, WorkEvent>({
  beside: ({ href }) => ({ [HREF]: href }),
  put: (changes, { [HREF]: href }, now) => ({
    ...{ type: 'EditWork', ...withOrcids(changes, editable(now)) },
    ...(typeof href === 'string' ? { href } : {}),
  }),
});

const moveTo = (to: PublishStatus, from: PublishStatus): readonly WorkCommand[] =>
  transitionsTo(to, from).map((move) => ({ type: 'MoveWork', move }));

const moved = restoring<Work, WorkCommand, WorkEvent>({
  role: 'member',
  // What is not there is shown as little as what is archived.
  view: ({ status }) => ({ [STATUS]: status === 'absent' ? 'archived' : status }),
  put: (wanted, { status }) => (status === 'absent' ? [] : moveTo(wanted[STATUS] as PublishStatus, status)),
});

const byHand = ({ href, hrefIsByHand }: Known<Work>): Parts => (hrefIsByHand ? { [HREF]: href } : {});

const made = madeInverse(moved, (then, now) => [
  ...editedOver(then.overlay, now),
  ...guardsBetween(byHand(then), byHand(now)),
]);

const commandsToBringBack = ({ key, status, supersededBy: by, ...was }: Known<Work>): readonly WorkCommand[] => {
  const { original, overlay, href, listedHref, source, fetchedAt, links, identifiers, apartFrom } = was;
  const shown = editable(merge(original, overlay));
  return [
    source === null
      ? { type: 'CreateWork', key, original, href: listedHref }
      : { type: 'RecordWork', key, original, href: listedHref, source, fetchedAt, links: [] },
    { type: 'TakeOverWork', key, overlay: {}, links, identifiers },
    { type: 'EditWork', ...withOrcids(fieldsChanged(editable(original), shown), shown), href },
    ...apartFrom.map((from) => ({ type: 'KeepWorkApart', from }) as const),
    ...moveTo(status, 'published'),
    ...(by === null ? [] : [{ type: 'SupersedeWork', key, by } as const]),
  ];
};

const superseded: Inverse<Work, WorkCommand, WorkEvent> = {
  ...restoring<Work, WorkCommand, WorkEvent>({
    role: 'member',
    view: ({ supersededBy }) => ({ [SUPERSEDED_BY]: supersededBy ?? undefined }),
    put: () => [],
  }),
  // The state has no key: there may be no work under it yet.
  commands: ({ event }, parts) =>
    parts.map(({ before: by }) =>
      by === undefined
        ? { type: 'SeparateWork' }
        : { type: 'SupersedeWork', key: nameIn(event.stream), by: by as unknown as Item, byStaff: true },
    ),
};

/** The work is that item after all, which is shown in its place. */
const keptApart: Inverse<Work, WorkCommand, WorkEvent> = {
  ...superseded,
  parts: ({ event, now }) =>
    event.type === 'WorkKeptApart'
      ? [{ path: SUPERSEDED_BY, before: event.data.from, after: undefined, now: now.supersededBy ?? undefined }]
      : [],
  // It follows from what staff have decided, not from what the job read.
  alone: step('The two stay apart when a job is undone; undo this event by itself if they are one.'),
};

export const undoableWork: Undoable<Work, WorkCommand, WorkEvent> = {
  decider: work,
  empties: 'WorkReset',
  inverses: {
    WorkAdded: made,
    WorkCreated: made,
    WorkRefreshed: refreshed,
    WorkEdited: edited,
    WorkPublished: moved,
    WorkUnpublished: moved,
    WorkArchived: moved,
    WorkUnarchived: moved,
    WorkReset: resetInverse<Work, WorkCommand, WorkEvent>(commandsToBringBack),
    WorkSuperseded: superseded,
    WorkSeparated: superseded,
    WorkKeptApart: keptApart,
    WorkIdentified: cannot('A list names the work so; undo that the work was superseded if it is another one.'),
    WorkAuthorUnlinked: cannot(
      'The list of the person has the work no longer; a list that has it again links it again.',
    ),
    WorkAuthorLinked: cannot('A work belongs to all people whose lists have it; archive it if it should not be shown.'),
  },
};
