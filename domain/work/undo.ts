/** How each event of a work is undone. Works are archived, not deleted. */
import { pointerTo } from '../changes/change.ts';
import type { Item } from '../identifier/events.ts';
import { nameOf, sameItem } from '../identifier/identifier.ts';
import type { Json } from '../json.ts';
import type { Known } from '../must-exist.ts';
import { merge } from '../record/overlay.ts';
import {
  AUTHORS,
  fieldsPutBack,
  guardsBetween,
  over,
  partsOf,
  partsOfStaff,
  recordInverses,
  resetInverse,
} from '../record/undo.ts';
import { transitionsTo, type PublishStatus } from '../publish-status.ts';
import { nameIn } from '../stream-kinds.ts';
import type { WorkCommand } from './commands.ts';
import type { WorkEvent } from './events.ts';
import type { Work } from './state.ts';
import { work } from './work.ts';
import { cannot, changed, step, valuesOf, type Inverse, type Parts, type Undoable } from '../undo/inverse.ts';

type Back = Inverse<Work, WorkCommand, WorkEvent>;

const HREF = '/href';
const STATUS = '/status';
/** In the parts of a whole work, where `/status` is a field of its record. */
const PUBLISH_STATUS = '/publish_status';
const SUPERSEDED_BY = '/superseded_by';
const APART_FROM = pointerTo('apart_from', '');
const IDENTIFIERS = pointerTo('identifiers', '');

const moveTo = (to: Json | undefined, from: PublishStatus): readonly WorkCommand[] =>
  transitionsTo(to as PublishStatus, from).map((move) => ({ type: 'MoveWork', move }));

const put = (wanted: Parts, now: Known<Work>): readonly (WorkCommand | false)[] => {
  const { [HREF]: href, [PUBLISH_STATUS]: to = now.status, [SUPERSEDED_BY]: by, ...others } = wanted;
  const entries = Object.entries(others);
  const within = (path: string): readonly unknown[] =>
    entries.flatMap(([each, value]) => (each.startsWith(path) ? [value] : []));
  const identifiers = within(IDENTIFIERS) as readonly string[];
  const fields = entries.filter(([path]) => !path.startsWith(APART_FROM) && !path.startsWith(IDENTIFIERS));
  return [
    ...(within(APART_FROM) as readonly Item[]).map((from): WorkCommand =>
      now.supersededBy !== null && sameItem(from, now.supersededBy)
        ? { type: 'SeparateWork' }
        : { type: 'KeepWorkApart', from },
    ),
    identifiers.length > 0 && { type: 'TakeOverWork', key: now.key, overlay: {}, links: [], identifiers },
    (fields.length > 0 || href !== undefined) && {
      ...{ type: 'EditWork', changes: fieldsPutBack(Object.fromEntries(fields), merge(now)) },
      ...(typeof href === 'string' && { href }),
    },
    ...moveTo(to, now.status),
    by !== undefined && { type: 'SupersedeWork', key: now.key, by: by as unknown as Item },
  ];
};

const view = (state: Work): Parts =>
  state.status === 'absent' ? {} : { ...partsOf(merge(state)), [HREF]: state.href };

const { back, edited } = recordInverses<Work, WorkCommand, WorkEvent>({ view, put });

const moved: Back = {
  role: 'member',
  // An absent work is not shown, like an archived one.
  parts: changed(({ status }) => ({ [STATUS]: status === 'absent' ? 'archived' : status })),
  put: (wanted, { now: { status } }) => (status === 'absent' ? [] : moveTo(wanted[STATUS], status)),
};

/** Undone unless people have changed it since; changes by lists do not count. */
const made: Back = {
  ...moved,
  makes: STATUS,
  parts: (moment) => {
    const byHand = (state: Work): Parts => ({
      ...view(state),
      [HREF]: state.status !== 'absent' && state.hrefIsByHand ? state.href : undefined,
    });
    const { after: then, now } = moment;
    return [...moved.parts(moment), ...guardsBetween(byHand(over(then, now)), byHand(now))];
  },
};

/** What staff have decided. `was`: the work before the reset, perhaps the same as `state`. */
const staffView = (state: Known<Work>, was: Known<Work>): Parts => {
  const { href, hrefIsByHand, status, supersededBy: by, apartFrom, identifiers } = state;
  return {
    ...partsOf(merge(state)),
    ...((hrefIsByHand || (was.hrefIsByHand && href === was.href)) && { [HREF]: href }),
    [PUBLISH_STATUS]: status,
    // An item that it is kept apart from again is not shown in its place.
    ...(by !== null && !was.apartFrom.some((item) => sameItem(item, by)) && { [SUPERSEDED_BY]: by }),
    ...Object.fromEntries(apartFrom.map((item) => [pointerTo('apart_from', nameOf(item)), item])),
    // Any others come from lists.
    ...Object.fromEntries(
      identifiers
        .filter((each) => was.identifiers.includes(each))
        .map((each) => [pointerTo('identifiers', each), each]),
    ),
  };
};

const untouched = (record: Parts): Parts => ({ ...record, [PUBLISH_STATUS]: 'published' });

const bringBack = (was: Known<Work>): readonly (WorkCommand | false)[] => {
  const { key, original, source, fetchedAt, links, suggested, listedHref: href } = was;
  const parts = partsOfStaff(staffView(was, was), untouched(partsOf(original)));
  return [
    source === null
      ? { type: 'CreateWork', key, original, href }
      : { type: 'RecordWork', key, original, href, source, fetchedAt, links: [] },
    { type: 'TakeOverWork', key, overlay: {}, links, identifiers: [] },
    ...suggested.map((item) => ({ type: 'SuggestJoin', key, by: item }) as const),
    ...put(valuesOf(parts), { ...was, overlay: {}, status: 'published', supersededBy: null }),
  ];
};

const reset = resetInverse<Work, WorkCommand, WorkEvent>({
  // All fields of a work that staff created; of any other, those that they edited.
  staffParts: (was, now) =>
    partsOfStaff(
      staffView(was.source === null ? was : { ...was, original: now.original }, was),
      untouched(now.source === null ? {} : partsOf(now.original)),
      staffView(now, was),
    ),
  put: back.put,
  bringBack,
});

const superseded: Back = {
  role: 'member',
  parts: changed(({ supersededBy }) => ({ [SUPERSEDED_BY]: supersededBy ?? undefined })),
  // The state may have no key: a work may not exist under it yet.
  put: ({ [SUPERSEDED_BY]: by }, { event }) => [
    by === undefined
      ? { type: 'SeparateWork' }
      : { type: 'SupersedeWork', key: nameIn(event.stream), by: by as unknown as Item, byStaff: true },
  ],
};

const declined: Back = {
  role: 'member',
  parts: changed(({ suggested }) =>
    Object.fromEntries(suggested.map((item) => [pointerTo('suggested', nameOf(item)), item])),
  ),
  put: (wanted, { now }) =>
    Object.values(wanted).map(
      (by) =>
        now.status !== 'absent' && { type: 'SuggestJoin', key: now.key, by: by as unknown as Item, byStaff: true },
    ),
};

/** Undone, the work is that item after all, which is shown in its place. */
const keptApart: Back = {
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
  together: AUTHORS,
  inverses: {
    WorkAdded: made,
    WorkCreated: made,
    WorkRefreshed: back,
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
