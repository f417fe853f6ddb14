/** The rules of a work without a DOI: recorded from a source, refreshed, linked to the people who list it. */
import { mustSay } from '../bounded.ts';
import { changesBetween } from '../changes/between.ts';
import { fitting } from '../changes/fit.ts';
import type { Decider } from '../decider.ts';
import { deciding } from '../deciding.ts';
import { Refused } from '../errors.ts';
import { equal } from '../equal.ts';
import { inRoom } from '../facts/room.ts';
import type { Item } from '../identifier/events.ts';
import { idOf, sameItem } from '../identifier/identifier.ts';
import { isOvertaken } from '../ingestion/schedule.ts';
import { ID, jsonBytes, RECORD, ROOM_FOR_CHANGES } from '../limits.ts';
import { linksOf, type LinkChange } from '../publication/links.ts';
import { mustFit } from '../publication/record-from-provider.ts';

import { isTransition, mustNotBeArchived } from '../publish-status.ts';
import { editRecord } from '../record/edit.ts';
import { fieldsOf, merge } from '../record/overlay.ts';
import { takenOverBy } from '../record/take-over.ts';
import type { WorkCommand } from './commands.ts';
import type { NamedBy, WorkEvent } from './events.ts';
import { evolve, initial } from './evolve.ts';
import { mayDescribe, standingOf } from './one-list.ts';
import { evidenceOf, type Identity, type KnownWork, type Work } from './state.ts';

type RecordWork = Extract<WorkCommand, { readonly type: 'RecordWork' }>;

const recorded = (state: Work, { key, href, source, fetchedAt, links, ...said }: RecordWork): readonly WorkEvent[] => {
  const original = inRoom(said.original);
  mustFit(key, original);
  if (state.status === 'absent') return [{ type: 'WorkAdded', data: { key, original, href, source, fetchedAt } }];
  if (isOvertaken(fetchedAt, state.fetchedAt) || source.url !== state.source?.url) return [];
  if (!mayDescribe(original, standingOf(state), links[0]?.orcid ?? null)) return [];
  const changes = changesBetween(fieldsOf(state.original), fieldsOf(original));
  if (changes.length === 0 && (state.hrefIsByHand || href === state.href)) return [];
  return [{ type: 'WorkRefreshed', data: { changes: fitting(changes, ROOM_FOR_CHANGES), href, source, fetchedAt } }];
};

const identified = (state: Work, identifiers: readonly string[], by: NamedBy): readonly WorkEvent[] => {
  const present = state.status === 'absent' ? [] : state.identifiers;
  const added = [...new Set(identifiers)].filter((each) => !present.includes(each));
  const room = added.slice(0, Math.max(0, ID.identifiers - present.length));
  return room.length === 0 ? [] : [{ type: 'WorkIdentified', data: { identifiers: room, ...by } }];
};

const linked = (state: Work, links: readonly LinkChange[]): readonly WorkEvent[] => {
  const known = new Set(state.status === 'absent' ? [] : state.links.map(evidenceOf));
  const made = links.filter(
    (each) => !known.has(evidenceOf(each)) && known.size < RECORD.links && known.add(evidenceOf(each)),
  );
  return made.length === 0 ? [] : [{ type: 'WorkAuthorLinked', data: { links: linksOf(made) } }];
};

/** The work, if it can be changed. */
const own = (present: KnownWork): KnownWork => {
  if (present.supersededBy !== null)
    throw new Refused('conflict', 'work_superseded', 'another item is shown in place of this work', {
      superseded_by: idOf(present.supersededBy),
      accepted: 'changes to that item, or undo the event that superseded the work',
    });
  return present;
};

const isApart = ({ apartFrom }: Identity, item: Item): boolean => apartFrom.some((other) => sameItem(other, item));

const mustBeSuggested = ({ suggested }: Identity, item: Item): void => {
  if (!suggested.some((other) => sameItem(other, item)))
    throw new Refused(
      'not_found',
      'suggestion_not_found',
      'it is not suggested to be that item, or staff have decided',
    );
};

const superseded = (
  state: Work,
  { key, by, byStaff, ofSuggestion }: Extract<WorkCommand, { readonly type: 'SupersedeWork' }>,
): readonly WorkEvent[] => {
  if (state.supersededBy !== null) return [];
  if (ofSuggestion !== undefined) mustBeSuggested(state, ofSuggestion);
  else if (isApart(state, by) && byStaff !== true) return [];
  return [{ type: 'WorkSuperseded', data: { key, by } }];
};

const suggested = (
  state: KnownWork,
  { key, by, byStaff }: Extract<WorkCommand, { readonly type: 'SuggestJoin' }>,
): readonly WorkEvent[] => {
  const isDecided = state.supersededBy !== null || (isApart(state, by) && byStaff !== true);
  const isOpen = state.suggested.some((other) => sameItem(other, by));
  if (isDecided || isOpen || state.suggested.length >= RECORD.joins) return [];
  return [{ type: 'WorkJoinSuggested', data: { key, by } }];
};

const declined = (state: KnownWork, from: Item): readonly WorkEvent[] => {
  if (isApart(state, from)) return [];
  mustBeSuggested(state, from);
  return [{ type: 'WorkJoinDeclined', data: { from } }];
};

const keptApart = (state: Work, from: Item): readonly WorkEvent[] => {
  if (state.supersededBy === null) return isApart(state, from) ? [] : [{ type: 'WorkKeptApart', data: { from } }];
  // No work was recorded under the key yet, so the two were never shown as one.
  const isKeyOnly = state.status === 'absent' && sameItem(state.supersededBy, from);
  return isKeyOnly ? [{ type: 'WorkSeparated', data: { from } }] : [];
};

const takenOver = (
  state: KnownWork,
  command: Extract<WorkCommand, { readonly type: 'TakeOverWork' }>,
): readonly WorkEvent[] => {
  const { key, href, earlier, links, identifiers } = command;
  return [
    // Also by an archived work: it may be restored, and the other is no longer shown.
    ...edited(state, {
      changes: takenOverBy(state, command),
      ...(href !== undefined && (!state.hrefIsByHand || state.href === earlier?.href) ? { href } : {}),
    }),
    ...linked(state, links),
    ...identified(state, identifiers, { work: key }),
  ];
};

const created = (
  state: Work,
  { key, original, href }: Extract<WorkCommand, { readonly type: 'CreateWork' }>,
): readonly WorkEvent[] => {
  if (state.status === 'absent' && state.supersededBy === null) {
    if (original.title !== undefined) mustSay(original.title, 'title');
    mustFit(key, original);
    return [{ type: 'WorkCreated', data: { key, original, href } }];
  }
  if (state.status !== 'absent' && equal(merge(state), original) && state.href === href) return [];
  throw new Refused('conflict', 'work_exists', 'a work with this key already exists', { field: 'key' });
};

const edited = (
  state: KnownWork,
  { href, ...wanted }: Omit<Extract<WorkCommand, { readonly type: 'EditWork' }>, 'type'>,
): readonly WorkEvent[] => {
  const { record, ...edit } = editRecord(state, wanted) ?? { record: null, changes: [], reverted: [] };
  // An edit may always make a record smaller.
  if (record !== null && jsonBytes(record) > jsonBytes(merge(state))) mustFit('this work', record);
  const isMoved = href !== undefined && href !== state.href;
  if (record === null && !isMoved) return [];
  return [{ type: 'WorkEdited', data: { ...edit, ...(isMoved ? { href, hrefBefore: state.href } : {}) } }];
};

const MOVED = {
  publish: 'WorkPublished',
  unpublish: 'WorkUnpublished',
  archive: 'WorkArchived',
  unarchive: 'WorkUnarchived',
} as const;

export const work: Decider<Work, WorkCommand, WorkEvent> = {
  initial,

  decide: deciding<Work, WorkCommand, WorkEvent>('work')(
    {
      RecordWork: (state, command) => {
        // The caller then records the item that replaced it.
        if (state.supersededBy !== null) return [];
        return [
          ...recorded(state, command),
          ...linked(state, command.links),
          ...identified(state, command.identifiers ?? [], { list: command.source.url, at: command.fetchedAt }),
        ];
      },
      CreateWork: created,
      SupersedeWork: superseded,
      SeparateWork: ({ supersededBy: from }) => (from === null ? [] : [{ type: 'WorkSeparated', data: { from } }]),
      KeepWorkApart: (state, { from }) => keptApart(state, from),
      ResetWork: ({ status, supersededBy }) =>
        status === 'absent' && supersededBy === null ? [] : [{ type: 'WorkReset', data: {} }],
    },
    {
      EditWork: (state, command) => {
        mustNotBeArchived(own(state).status, 'work');
        return edited(state, command);
      },
      MoveWork: (state, { move }) =>
        isTransition(own(state).status, move, 'work') ? [{ type: MOVED[move], data: {} }] : [],
      SuggestJoin: suggested,
      DeclineJoin: (state, { from }) => declined(own(state), from),
      TakeOverWork: (state, command) => takenOver(own(state), command),
      WithdrawEvidence: ({ links }, { orcid, basis }) =>
        links.some((each) => evidenceOf(each) === evidenceOf({ orcid, basis }))
          ? [{ type: 'WorkAuthorUnlinked', data: { links: linksOf([{ orcid, basis }]) } }]
          : [],
    },
  ),
  evolve,
};
