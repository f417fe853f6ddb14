/** How each event of a work is undone. Works are archived, not deleted. */
import { fieldsChanged } from '../changes/between.ts';
import { pointerTo, type Change } from '../changes/change.ts';
import type { Item } from '../identifier/events.ts';
import { nameOf, sameItem } from '../identifier/identifier.ts';
import type { Known } from '../must-exist.ts';
import { fieldsOf, merge } from '../record/overlay.ts';
import { transitionsTo, type PublishStatus } from '../publish-status.ts';
import { nameIn } from '../stream-kinds.ts';
import type { WorkCommand } from './commands.ts';
import type { WorkEvent } from './events.ts';
import type { Work } from './state.ts';
import { work } from './work.ts';
import { cannot, guardsBetween, restoring, step, type Inverse, type Parts } from '../undo/inverse.ts';
import type { Undoable } from '../undo/plan.ts';
import { editedOver, madeInverse, recordInverses, resetInverse } from '../undo/record.ts';

const HREF = '/href';
const STATUS = '/status';
const SUPERSEDED_BY = '/superseded_by';

const editing = (changes: readonly Change[], { [HREF]: href }: Parts): WorkCommand => ({
  ...{ type: 'EditWork', changes },
  ...(typeof href === 'string' ? { href } : {}),
});

const { edited, refreshed } = recordInverses<Work, WorkCommand, WorkEvent>({
  beside: ({ href }) => ({ [HREF]: href }),
  put: editing,
});

const moveTo = (to: PublishStatus, from: PublishStatus): readonly WorkCommand[] =>
  transitionsTo(to, from).map((move) => ({ type: 'MoveWork', move }));

const moved = restoring<Work, WorkCommand, WorkEvent>({
  role: 'member',
  // An absent work is not shown, like an archived one.
  view: ({ status }) => ({ [STATUS]: status === 'absent' ? 'archived' : status }),
  put: (wanted, { status }) => (status === 'absent' ? [] : moveTo(wanted[STATUS] as PublishStatus, status)),
});

const byHand = ({ href, hrefIsByHand }: Known<Work>): Parts => (hrefIsByHand ? { [HREF]: href } : {});

const made = madeInverse(moved, (then, now) => [
  ...editedOver(then.overlay, now),
  ...guardsBetween(byHand(then), byHand(now)),
]);

const commandsToBringBack = ({ key, status, supersededBy: by, ...was }: Known<Work>): readonly WorkCommand[] => {
  const { original, overlay, href, listedHref, source, fetchedAt, links, identifiers, apartFrom, suggested } = was;
  return [
    source === null
      ? { type: 'CreateWork', key, original, href: listedHref }
      : { type: 'RecordWork', key, original, href: listedHref, source, fetchedAt, links: [] },
    { type: 'TakeOverWork', key, overlay: {}, links, identifiers },
    { type: 'EditWork', changes: fieldsChanged(fieldsOf(original), fieldsOf(merge({ original, overlay }))), href },
    ...apartFrom.map((from) => ({ type: 'KeepWorkApart', from }) as const),
    ...suggested.map((item) => ({ type: 'SuggestJoin', key, by: item }) as const),
    ...moveTo(status, 'published'),
    ...(by === null ? [] : [{ type: 'SupersedeWork', key, by } as const]),
  ];
};

/** Not `/status`, which is also a field of a record. */
const PUBLISH_STATUS = '/publish_status';
const APART_FROM = pointerTo('apart_from', '');
const IDENTIFIERS = pointerTo('identifiers', '');

const partsBeside = ({ status, supersededBy: by, ...state }: Known<Work>, was: Known<Work>): Parts => ({
  ...(state.hrefIsByHand || (was.hrefIsByHand && state.href === was.href) ? { [HREF]: state.href } : {}),
  [PUBLISH_STATUS]: status,
  // An item that it is kept apart from again is not shown in its place.
  ...(by === null || was.apartFrom.some((item) => sameItem(item, by)) ? {} : { [SUPERSEDED_BY]: by }),
  ...Object.fromEntries(state.apartFrom.map((item) => [pointerTo('apart_from', nameOf(item)), item])),
  // Any others come from lists.
  ...Object.fromEntries(
    state.identifiers
      .filter((each) => was.identifiers.includes(each))
      .map((each) => [pointerTo('identifiers', each), each]),
  ),
});

const reset = resetInverse<Work, WorkCommand, WorkEvent>({
  bringBack: commandsToBringBack,
  beside: partsBeside,
  untouched: { [PUBLISH_STATUS]: 'published' },
  put: (fields, beside, { key, status, supersededBy }) => {
    const { [PUBLISH_STATUS]: to = status, [SUPERSEDED_BY]: by } = beside;
    const within = (path: string): readonly unknown[] =>
      Object.keys(beside).flatMap((each) => (each.startsWith(path) ? [beside[each]] : []));
    const apartFrom = within(APART_FROM) as readonly Item[];
    const identifiers = within(IDENTIFIERS) as readonly string[];
    const isEdited = fields.length > 0 || beside[HREF] !== undefined;
    return [
      ...apartFrom.map((from): WorkCommand =>
        supersededBy !== null && sameItem(from, supersededBy)
          ? { type: 'SeparateWork' }
          : { type: 'KeepWorkApart', from },
      ),
      ...(identifiers.length === 0
        ? []
        : [{ type: 'TakeOverWork', key, overlay: {}, links: [], identifiers } as const]),
      ...(isEdited ? [editing(fields, beside)] : []),
      ...moveTo(to as PublishStatus, status),
      ...(by === undefined ? [] : [{ type: 'SupersedeWork', key, by: by as unknown as Item } as const]),
    ];
  },
});

const superseded: Inverse<Work, WorkCommand, WorkEvent> = {
  ...restoring<Work, WorkCommand, WorkEvent>({
    role: 'member',
    view: ({ supersededBy }) => ({ [SUPERSEDED_BY]: supersededBy ?? undefined }),
    put: () => [],
  }),
  // The state may have no key: a work may not exist under it yet.
  commands: ({ event }, parts) =>
    parts.map(({ before: by }) =>
      by === undefined
        ? { type: 'SeparateWork' }
        : { type: 'SupersedeWork', key: nameIn(event.stream), by: by as unknown as Item, byStaff: true },
    ),
};

const SUGGESTED = 'suggested';

const declined = restoring<Work, WorkCommand, WorkEvent>({
  role: 'member',
  view: ({ suggested }) => Object.fromEntries(suggested.map((item) => [pointerTo(SUGGESTED, nameOf(item)), item])),
  put: (wanted, state) =>
    state.status === 'absent'
      ? []
      : Object.values(wanted).map((by): WorkCommand => {
          return { type: 'SuggestJoin', key: state.key, by: by as unknown as Item, byStaff: true };
        }),
});

/** Undone, the work is that item after all, which is shown in its place. */
const keptApart: Inverse<Work, WorkCommand, WorkEvent> = {
  ...superseded,
  parts: ({ event, now }) =>
    event.type === 'WorkKeptApart'
      ? [{ path: SUPERSEDED_BY, before: event.data.from, after: undefined, now: now.supersededBy ?? undefined }]
      : [],
  // It follows from a decision of staff, not from what the job read.
  alone: step('Undoing a job keeps the two apart; if they are the same item, undo this event separately.'),
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
    WorkReset: reset,
    WorkSuperseded: superseded,
    WorkJoinSuggested: step('Decide on the page of the work whether the two are the same.'),
    WorkJoinDeclined: declined,
    WorkSeparated: superseded,
    WorkKeptApart: keptApart,
    WorkIdentified: cannot(
      'The identifiers come from a list. If the work is a different one, undo the event that superseded it.',
    ),
    WorkAuthorUnlinked: cannot("The person's list no longer has the work; if a list has it again, it is linked again."),
    WorkAuthorLinked: cannot('A work is linked to everyone whose list has it; archive it if it should not be shown.'),
  },
};
