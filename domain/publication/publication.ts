/** The rules of a publication. */
import { mustSay } from '../bounded.ts';
import type { Decider } from '../decider.ts';
import { deciding } from '../deciding.ts';
import { equal } from '../equal.ts';
import { Refused } from '../errors.ts';
import { RECORD } from '../limits.ts';
import { ownOf, picked } from '../own.ts';
import { settleAttention } from './attention.ts';
import { namedOrcids } from './authors.ts';
import type { AuthorDecision, PublicationCommand } from './commands.ts';
import { edit } from './edit.ts';
import type { LinkBasis, PublicationEvent, RetractionNotice } from './events.ts';
import { evolve, initial } from './evolve.ts';
import { identify } from './identify.ts';
import { isOpen, link, linking, refuseTooMany, unlinking, type LinkChange } from './links.ts';
import { moveAuthor } from './move-author.ts';
import { sameNotice, withoutNotices } from './notices.ts';
import { confirm, mustFit, newIdentifiers, newLinks, newNotices, record } from './record-from-provider.ts';
import { rematch, repair, thenMatched } from './repair.ts';
import { byStaff, DASHBOARD_FIELDS, type Evidence, type Present, type Publication } from './state.ts';
import { changesTo, merge } from '../record/overlay.ts';
import { missingIn, takenOverBy } from '../record/take-over.ts';

const happened = (
  type: 'PublicationHidden' | 'PublicationShown' | 'PublicationDeleted' | 'PublicationReset',
): readonly PublicationEvent[] => [{ type, data: {} }];

const created = (
  state: Publication,
  { doi, original }: Extract<PublicationCommand, { readonly type: 'CreatePublication' }>,
): readonly PublicationEvent[] => {
  if (state.status === 'absent' && state.supersededBy === undefined) {
    if (original.title !== undefined) mustSay(original.title, 'title');
    mustFit(doi, original);
    return [{ type: 'PublicationCreated', data: { doi, original } }];
  }
  if (state.status !== 'absent' && equal(merge(state), original)) return [];
  throw new Refused('conflict', 'work_exists', 'a work with this key already exists', { field: 'key' });
};

const withdrawn = (
  state: Present,
  { orcid, basis }: Extract<PublicationCommand, { readonly type: 'WithdrawEvidence' }>,
): readonly PublicationEvent[] => {
  if (ownOf(state.links, orcid) !== basis) return [];
  const isNamed = namedOrcids(merge(state)).includes(orcid);
  return isNamed ? linking(state, [{ orcid, basis: 'metadata' }]) : link(state, orcid, basis, false);
};

const mustBeKnown = (
  { links, unlinked, match }: Present,
  { orcid, ofSuggestion = false, isRegistered = true }: AuthorDecision,
  linked: boolean,
): void => {
  const isLinked = Object.hasOwn(links, orcid);
  const isKnown = isLinked || Object.hasOwn(unlinked, orcid);
  const isSuggested = match.suggested.some((suggested) => suggested.orcid === orcid);
  if (!isRegistered && (linked || (!isKnown && !isSuggested)))
    throw new Refused('not_found', 'person_not_registered', `no person is registered with ${orcid}`, {
      field: 'orcid',
      accepted: 'the ORCID iD of a person registered in the workspace',
    });
  if (ofSuggestion && !isSuggested && !(isKnown && isLinked === linked))
    throw new Refused('not_found', 'suggestion_not_found', `${orcid} is not suggested for this publication`, {
      field: 'orcid',
      accepted: 'the ORCID iD of a person who is suggested',
    });
};

const decided = (state: Present, decision: AuthorDecision, linked: boolean): readonly PublicationEvent[] => {
  mustBeKnown(state, decision, linked);
  return thenMatched(state, link(state, decision.orcid, decision.basis, linked), decision.matching);
};

/** For an iD without a decision: like one whose evidence is gone, it may be suggested and linked again. */
const UNDECIDED: LinkBasis = 'metadata';

/** Staff's decisions about several authors at once, made or withdrawn. What already holds needs no event. */
const settle = (
  state: Present,
  { linked, rejected, open }: Extract<PublicationCommand, { readonly type: 'SettleAuthors' }>,
): readonly PublicationEvent[] => {
  const holds = (orcid: string, as: boolean): boolean => ownOf(as ? state.links : state.unlinked, orcid) === 'staff';
  const byStaff = (orcid: string): LinkChange => ({ orcid, basis: 'staff' });
  const made = linked.filter((orcid) => !holds(orcid, true)).map(byStaff);
  const undone = [
    ...rejected.filter((orcid) => !holds(orcid, false)).map(byStaff),
    ...open.filter((orcid) => !isOpen(state, orcid)).map((orcid) => ({ orcid, basis: UNDECIDED })),
  ];
  const decided = [...made, ...undone].map(({ orcid }) => orcid);
  refuseTooMany(state, decided);
  return [...linking(state, made), ...unlinking(state, undone)];
};

/** The publication, if it can be changed. */
const own = (state: Present): Present => {
  if (state.supersededBy !== undefined)
    throw new Refused('conflict', 'publication_superseded', 'another item is shown in place of this one', {
      superseded_by: state.supersededBy,
      accepted: 'changes to that one, or undo the event that superseded this one',
    });
  return state;
};

/** For machines: the caller turns to what is shown in its place. */
const unlessSuperseded =
  <State extends Publication, Command>(decide: (state: State, command: Command) => readonly PublicationEvent[]) =>
  (state: State, command: Command): readonly PublicationEvent[] =>
    state.supersededBy === undefined ? decide(state, command) : [];

const keptRetracted = ({ kept }: Present, notices: readonly RetractionNotice[]): readonly PublicationEvent[] => {
  const made = withoutNotices(notices, kept);
  return made.length === 0 ? [] : [{ type: 'RetractionKept', data: { notices: made } }];
};

const reopened = ({ kept }: Present, notices: readonly RetractionNotice[]): readonly PublicationEvent[] => {
  const undone = withoutNotices(kept, withoutNotices(kept, notices));
  return undone.length === 0 ? [] : [{ type: 'RetractionReopened', data: { notices: undone } }];
};

/** Also of notices that no provider has published of this one yet. */
const dismissals = (
  { doi, dismissed: known = [] }: Present,
  dismissed: readonly RetractionNotice[],
): readonly PublicationEvent[] =>
  dismissed
    .filter((notice) => !known.some((other) => sameNotice(other, notice)))
    .slice(0, Math.max(0, RECORD.notices - known.length))
    .map((notice) => ({ type: 'RetractionDismissed', data: { doi, notice } }));

const takeOver = (
  state: Present,
  command: Extract<PublicationCommand, { readonly type: 'TakeOverPublication' }>,
): readonly PublicationEvent[] => {
  const { doi } = state;
  const { custom, links, unlinked, settled, notices, kept, dismissed, identified } = command;
  const fields = DASHBOARD_FIELDS.filter((field) => custom[field] !== null && state.custom[field] === null);
  const isOfStaff = (orcid: string): boolean =>
    [state.links, state.unlinked].some((of) => ownOf(of, orcid) === 'staff');
  const decided = (evidence: Evidence): readonly string[] => byStaff(evidence).filter((orcid) => !isOfStaff(orcid));
  const machines = Object.entries(links).flatMap(([orcid, basis]) => (basis === 'staff' ? [] : [{ orcid, basis }]));
  const edits = [
    ...missingIn(state, command.described),
    ...takenOverBy(state, command),
    ...changesTo(picked(custom, fields)),
  ];
  return [
    ...edit(state, { changes: edits }),
    ...newLinks(state, machines),
    ...settle(state, { type: 'SettleAuthors', linked: decided(links), rejected: decided(unlinked), open: [] }),
    ...settleAttention(state, { settled, open: [] }),
    ...newNotices(state, { doi, notices }),
    ...keptRetracted(state, kept),
    ...dismissals(state, dismissed),
    ...(identified === undefined ? [] : newIdentifiers(state, identified)),
  ];
};

const isApart = ({ apartFrom = [] }: Publication, id: string): boolean => apartFrom.includes(id);

const mustBeSuggested = ({ joins = [] }: Publication, id: string): void => {
  if (!joins.includes(id))
    throw new Refused(
      'not_found',
      'suggestion_not_found',
      'it is not suggested to be that item, or staff have decided',
    );
};

const superseded = (
  state: Publication,
  { by, byStaff, ofSuggestion }: Extract<PublicationCommand, { readonly type: 'SupersedePublication' }>,
): readonly PublicationEvent[] => {
  if (state.supersededBy !== undefined) return [];
  if (ofSuggestion !== undefined) mustBeSuggested(state, ofSuggestion);
  else if (isApart(state, by) && byStaff !== true) return [];
  return [{ type: 'PublicationSuperseded', data: { by } }];
};

const joinSuggested = (
  state: Present,
  { by, byStaff }: Extract<PublicationCommand, { readonly type: 'SuggestJoin' }>,
): readonly PublicationEvent[] => {
  const { supersededBy, joins = [] } = state;
  const isDecided = supersededBy !== undefined || (isApart(state, by) && byStaff !== true);
  if (isDecided || joins.includes(by) || joins.length >= RECORD.joins) return [];
  return [{ type: 'PublicationJoinSuggested', data: { by } }];
};

const joinDeclined = (state: Present, from: string): readonly PublicationEvent[] => {
  if (isApart(state, from)) return [];
  mustBeSuggested(state, from);
  return [{ type: 'PublicationJoinDeclined', data: { from } }];
};

const keptApart = (state: Publication, from: string): readonly PublicationEvent[] => {
  if (state.supersededBy === undefined)
    return isApart(state, from) ? [] : [{ type: 'PublicationKeptApart', data: { from } }];
  // No work was recorded under the key yet, so the two were never shown as one.
  const isKeyOnly = state.status === 'absent' && state.supersededBy === from;
  return isKeyOnly ? [{ type: 'PublicationSeparated', data: { from } }] : [];
};

export const publication: Decider<Publication, PublicationCommand, PublicationEvent> = {
  initial,
  evolve,

  decide: deciding<Publication, PublicationCommand, PublicationEvent>('publication')(
    {
      RecordFromProvider: unlessSuperseded(record),
      CreatePublication: created,
      NoteRetraction: (state, { doi, notice, byStaff }) =>
        newNotices(byStaff === true ? { notices: state.notices } : state, { doi, notices: [notice] }),
      DismissRetraction: ({ notices }, { doi, notice: dismissed }) =>
        notices
          .filter((notice) => sameNotice(notice, dismissed))
          .map((notice) => ({ type: 'RetractionDismissed', data: { doi, notice } })),
      SupersedePublication: superseded,
      SeparatePublication: ({ supersededBy: from }) =>
        from === undefined ? [] : [{ type: 'PublicationSeparated', data: { from } }],
      KeepApart: (state, { from }) => keptApart(state, from),
      ResetPublication: ({ status, supersededBy }) =>
        status === 'absent' && supersededBy === undefined ? [] : happened('PublicationReset'),
    },
    {
      ConfirmFromProvider: unlessSuperseded(confirm),
      LinkAuthor: (state, command) => decided(own(state), command, true),
      UnlinkAuthor: (state, command) => decided(own(state), command, false),
      WithdrawEvidence: withdrawn,
      SettleAuthors: (state, command) => settle(own(state), command),
      MoveAuthor: moveAuthor,
      SettleAttention: (state, command) => settleAttention(own(state), command),
      IdentifyContributor: (state, command) => identify(own(state), command),
      KeepRetracted: (state, { notices = own(state).visible ? state.notices : [] }) =>
        keptRetracted(own(state), notices),
      ReopenRetraction: (state, { notices }) => reopened(own(state), notices),
      MatchAuthors: unlessSuperseded(rematch),
      RepairAuthorLinks: unlessSuperseded(repair),
      EditPublication: (state, command) => edit(own(state), command),
      TakeOverPublication: (state, command) => takeOver(own(state), command),
      SuggestJoin: joinSuggested,
      DeclineJoin: (state, { from }) => joinDeclined(own(state), from),
      HidePublication: (state) => (own(state).visible ? happened('PublicationHidden') : []),
      ShowPublication: (state) => (own(state).visible ? [] : happened('PublicationShown')),
      DeletePublication: (state) => (own(state).status === 'deleted' ? [] : happened('PublicationDeleted')),
      RestorePublication: (state, { isHidden }) =>
        own(state).status === 'active'
          ? []
          : [{ type: 'PublicationRestored', data: { ...(isHidden === true && state.visible && { isHidden }) } }],
    },
  ),
};
