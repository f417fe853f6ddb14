/** How each event changes the state of a publication. */
import { withChanges } from '../changes/apply.ts';
import { fieldOf, fieldsTouched, type Change } from '../changes/change.ts';
import { equal } from '../equal.ts';
import { evolving } from '../evolving.ts';
import { ownOf } from '../own.ts';
import { overlayAfter } from '../record/overlay.ts';
import { completedBy, describedOf } from './completing.ts';
import { drifted, rebased } from './drift.ts';
import { eachLink, isStronger, type LinkChange } from './links.ts';
import type { LinkBasis, Links, Match, PublicationEvent, RetractionNotice } from './events.ts';
import { sameNotice, stillMarked, withoutNotices } from './notices.ts';
import { doubtsIn, isDashboardField, NO_DASHBOARD_FIELDS, NO_MATCH, type Present, type Publication } from './state.ts';

export const initial: Publication = { status: 'absent', notices: [] };

const isOfDashboard = (change: Change): boolean => isDashboardField(fieldOf(change));

const later = (state: Present, fetchedAt: number): number => Math.max(state.fetchedAt, fetchedAt);

/** What a match found about those whose link is decided: they are no longer suggested, nor judged if they are unlinked. */
const matchAfter = (match: Match, decided: ReadonlySet<string>, linked: boolean): Match => {
  const suggested = match.suggested.filter(({ orcid }) => !decided.has(orcid));
  if (linked) return { ...match, suggested };
  const { strays, doubts = [], roles = {} } = match;
  const doubtful = doubts.filter(({ orcid }) => !decided.has(orcid));
  const left = Object.entries(roles).filter(([orcid]) => !decided.has(orcid));
  return {
    suggested,
    strays: strays.filter((orcid) => !decided.has(orcid)),
    ...(doubtful.length > 0 && { doubts: doubtful }),
    ...(left.length > 0 && { roles: Object.fromEntries(left) }),
  };
};

const settledWithout = (settled: Present['settled'], orcids: ReadonlySet<string>): Present['settled'] =>
  Object.fromEntries(Object.entries(settled).filter(([orcid]) => !orcids.has(orcid)));

/** What staff have settled stays settled as long as the match finds the same. */
const matched = (state: Present, match: Match): Present => {
  const found = doubtsIn(match).filter((doubt) => equal(ownOf(state.settled, doubt.orcid), doubt));
  return { ...state, match, settled: Object.fromEntries(found.map((doubt) => [doubt.orcid, doubt])) };
};

const linkedOrNot = (state: Present, changes: readonly LinkChange[], linked: boolean): Present => {
  const decided = new Set(changes.map(({ orcid }) => orcid));
  const [to, from] = linked ? (['links', 'unlinked'] as const) : (['unlinked', 'links'] as const);
  return {
    ...state,
    [to]: { ...state[to], ...Object.fromEntries(changes.map(({ orcid, basis }) => [orcid, basis])) },
    [from]: Object.fromEntries(Object.entries(state[from]).filter(([orcid]) => !decided.has(orcid))),
    match: matchAfter(state.match, decided, linked),
    settled: linked ? state.settled : settledWithout(state.settled, decided),
  };
};

/** All evidence for a link, strongest first. */
const evidenceFor = ({ links, beside = {} }: Present, orcid: string): readonly LinkBasis[] => {
  const by = ownOf(links, orcid);
  return by === undefined ? [] : [by, ...(ownOf(beside, orcid) ?? [])];
};

/** Works recorded before 1.1 kept all evidence for a link: the strongest counts, and the next one once that is gone. */
const furtherLinked = (state: Present, changes: readonly LinkChange[], linked: boolean): Present => {
  const after = new Map<string, readonly LinkBasis[]>();
  for (const { orcid, basis } of changes) {
    const others = (after.get(orcid) ?? evidenceFor(state, orcid)).filter((other) => other !== basis);
    const all = linked ? [...others, basis] : others;
    after.set(
      orcid,
      all.sort((one, other) => (isStronger(one, other) ? -1 : 1)),
    );
  }
  const made = [...after].flatMap(([orcid, [basis]]) => (basis === undefined ? [] : [{ orcid, basis }]));
  const gone = changes.filter(({ orcid }) => after.get(orcid)?.length === 0);
  const beside = Object.entries({
    ...state.beside,
    ...Object.fromEntries([...after].map(([orcid, [, ...weaker]]) => [orcid, weaker])),
  }).filter(([, weaker]) => weaker.length > 0);
  const { beside: _before, ...rest } = linkedOrNot(linkedOrNot(state, made, true), gone, false);
  return { ...rest, ...(beside.length > 0 && { beside: Object.fromEntries(beside) }) };
};

type Linking = { readonly links: Links; readonly isFurther?: true };

const linkedAfter = (state: Present, { links, isFurther }: Linking, linked: boolean): Present =>
  (isFurther === true ? furtherLinked : linkedOrNot)(state, eachLink(links), linked);

const noticed = (state: Publication, notice: RetractionNotice, isDismissed: boolean): Publication => {
  const without = (notices: readonly RetractionNotice[] = []) => notices.filter((each) => !sameNotice(each, notice));
  const { dismissed: before, ...rest } = state;
  const dismissed = [...without(before), ...(isDismissed ? [notice] : [])];
  const notices = [...without(state.notices), ...(isDismissed ? [] : [notice])];
  return { ...rest, notices, ...(dismissed.length > 0 && { dismissed }) };
};

type Identified = { readonly apart?: string; readonly join?: string; readonly open?: string };

/** An item that it is apart from, or may be, or about which nothing is decided any more. Empty lists are left out. */
const identified = (state: Publication, { apart, join, open }: Identified): Publication => {
  const { apartFrom = [], joins = [], ...rest } = state;
  const isOther = (id: string): boolean => id !== apart && id !== join && id !== open;
  const from = [...apartFrom.filter(isOther), ...(apart === undefined ? [] : [apart])];
  const may = [...joins.filter(isOther), ...(join === undefined ? [] : [join])];
  return { ...rest, ...(from.length > 0 && { apartFrom: from }), ...(may.length > 0 && { joins: may }) };
};

/** A publication of which staff have not changed anything. */
export const FRESH = {
  status: 'active',
  visible: true,
  overlay: {},
  baselines: {},
  custom: NO_DASHBOARD_FIELDS,
  links: {},
  unlinked: {},
  listed: [],
  match: NO_MATCH,
  settled: {},
  kept: [],
  editCount: 0,
} as const;

const counted = <State extends Publication>(state: State, isEdit = false): State =>
  isEdit && state.status !== 'absent' ? { ...state, editCount: state.editCount + 1 } : state;

export const evolve = evolving<
  Publication,
  PublicationEvent,
  | 'PublicationAdded'
  | 'PublicationCreated'
  | 'RetractionNoticed'
  | 'RetractionDismissed'
  | 'PublicationSuperseded'
  | 'PublicationSeparated'
  | 'PublicationJoinSuggested'
  | 'PublicationJoinDeclined'
  | 'PublicationKeptApart'
>(
  {
    PublicationAdded: (state, { doi, original, source, fetchedAt, enrichment, citedByCount, notices }) =>
      state.status === 'absent'
        ? {
            ...{ ...state, ...FRESH, doi, source, fetchedAt, since: fetchedAt, enrichment, citedByCount, notices },
            ...completedBy(original, enrichment),
          }
        : state,
    PublicationCreated: (state, { doi, original }) =>
      state.status === 'absent'
        ? {
            ...{ ...state, ...FRESH, doi, source: null, fetchedAt: 0, since: 0, enrichment: null, citedByCount: null },
            ...completedBy(original, null),
          }
        : state,
    RetractionNoticed: (state, { notice, isEdit }) => noticed(counted(state, isEdit), notice, false),
    RetractionDismissed: (state, { notice, isEdit }) => noticed(counted(state, isEdit), notice, true),
    PublicationSuperseded: (state, { by }) => ({ ...identified(state, { open: by }), supersededBy: by }),
    PublicationSeparated: ({ supersededBy: _by, ...state }, { from }) => identified(state, { apart: from }),
    PublicationJoinSuggested: (state, { by }) => identified(state, { join: by }),
    PublicationJoinDeclined: (state, { from }) => identified(state, { apart: from }),
    PublicationKeptApart: (state, { from }) => identified(state, { apart: from }),
  },
  {
    PublicationRefreshed: (state, { changes, source, fetchedAt }) => {
      const completed = completedBy(withChanges(describedOf(state), changes), state.enrichment);
      return {
        ...state,
        ...completed,
        source,
        fetchedAt: later(state, fetchedAt),
        baselines: drifted(state.baselines, completed.original, fieldsTouched(changes), fetchedAt),
      };
    },
    PublicationConfirmed: (state, { fetchedAt }) => ({ ...state, fetchedAt: later(state, fetchedAt) }),
    PublicationEnriched: (state, { after: enrichment, fetchedAt }) => {
      const completed = completedBy(describedOf(state), enrichment);
      return {
        ...state,
        ...completed,
        enrichment,
        notices: stillMarked(state.notices, enrichment),
        fetchedAt: later(state, fetchedAt),
        baselines: drifted(
          state.baselines,
          completed.original,
          [...state.completed, ...completed.completed],
          fetchedAt,
        ),
      };
    },
    CitationCountChanged: (state, { after: citedByCount, fetchedAt }) => ({
      ...state,
      citedByCount,
      fetchedAt: later(state, fetchedAt),
    }),
    AuthorLinked: (state, data) => linkedAfter(state, data, true),
    AuthorUnlinked: (state, data) => linkedAfter(state, data, false),
    AuthorListed: (state, { orcids }) => ({ ...state, listed: [...new Set([...state.listed, ...orcids])] }),
    AuthorsMatched: matched,
    AttentionSettled: (state, { doubts }) => ({
      ...state,
      settled: { ...state.settled, ...Object.fromEntries(doubts.map((doubt) => [doubt.orcid, doubt])) },
    }),
    AttentionReopened: (state, { doubts }) => ({
      ...state,
      settled: settledWithout(state.settled, new Set(doubts.map(({ orcid }) => orcid))),
    }),
    RetractionKept: (state, { notices }) => ({ ...state, kept: [...withoutNotices(state.kept, notices), ...notices] }),
    RetractionReopened: (state, { notices }) => ({ ...state, kept: withoutNotices(state.kept, notices) }),
    PublicationEdited: (state, { changes, reverted }) => {
      const ofRecord = { changes: changes.filter((change) => !isOfDashboard(change)), reverted };
      return {
        ...state,
        overlay: overlayAfter(state, ofRecord),
        baselines: rebased(state, ofRecord),
        custom: withChanges(state.custom, changes.filter(isOfDashboard)),
        editCount: state.editCount + 1,
      };
    },
    PublicationHidden: (state, { isEdit }) => ({ ...counted(state, isEdit), visible: false }),
    PublicationShown: (state, { isEdit }) => ({ ...counted(state, isEdit), visible: true }),
    PublicationDeleted: (state) => ({ ...state, status: 'deleted' }),
    PublicationRestored: (state, { isHidden }) => ({ ...state, status: 'active', ...(isHidden && { visible: false }) }),
    PublicationIdentified: (state, { identifiers }) => ({
      ...state,
      identifiers: [...(state.identifiers ?? []), ...identifiers],
    }),
    PublicationReset: ({ notices, dismissed }) => ({ status: 'absent', notices, ...(dismissed && { dismissed }) }),
  },
);
