/** How each event changes the state of a publication. */
import { withChanges } from '../changes/apply.ts';
import { drifted, rebased } from './drift.ts';
import { eachLink } from './links.ts';
import { overlayAfter } from './overlay-after.ts';
import { withOverlay } from './overlay.ts';
import type { Links, PublicationEvent, RetractionNotice } from './events.ts';
import { sameNotice } from './record.ts';
import { NO_DASHBOARD_FIELDS, NO_MATCH, type Present, type Publication } from './state.ts';

export const initial: Publication = { status: 'absent', notices: [] };

const later = (state: Present, fetchedAt: number): number => Math.max(state.fetchedAt, fetchedAt);

const withoutDoubt = ({ perhapsPart: _doubt, ...state }: Present): Present => state;

const linkedOrNot = (state: Present, links: Links, linked: boolean): Present => {
  const changes = eachLink(links);
  const decided = new Set(changes.map(({ orcid }) => orcid));
  const [to, from] = linked ? (['links', 'unlinked'] as const) : (['unlinked', 'links'] as const);
  return {
    ...state,
    [to]: { ...state[to], ...Object.fromEntries(changes.map(({ orcid, basis }) => [orcid, basis])) },
    [from]: Object.fromEntries(Object.entries(state[from]).filter(([orcid]) => !decided.has(orcid))),
    match: {
      suggested: state.match.suggested.filter(({ orcid }) => !decided.has(orcid)),
      strays: linked ? state.match.strays : state.match.strays.filter((orcid) => !decided.has(orcid)),
    },
  };
};

const noticed = (state: Publication, notice: RetractionNotice, isDismissed: boolean): Publication => {
  const without = (notices: readonly RetractionNotice[] = []) => notices.filter((each) => !sameNotice(each, notice));
  const { dismissed: before, ...rest } = state;
  const dismissed = [...without(before), ...(isDismissed ? [notice] : [])];
  const notices = [...without(state.notices), ...(isDismissed ? [] : [notice])];
  return { ...rest, notices, ...(dismissed.length > 0 && { dismissed }) };
};

const evolvePresent = (state: Present, event: PublicationEvent): Publication => {
  switch (event.type) {
    case 'PublicationAdded':
      return state;
    case 'PublicationRefreshed': {
      const { changes, source, fetchedAt, perhapsPart = false } = event.data;
      const original = withChanges(state.original, changes);
      return {
        ...withoutDoubt(state),
        original,
        source,
        fetchedAt: later(state, fetchedAt),
        baselines: drifted(state.baselines, original, changes, fetchedAt),
        ...(perhapsPart ? { perhapsPart: { endsWithRemoval: changes.at(-1)?.after === undefined } } : {}),
      };
    }
    case 'PublicationEnriched':
      return { ...state, enrichment: event.data.after, fetchedAt: later(state, event.data.fetchedAt) };
    case 'CitationCountChanged':
      return { ...state, citedByCount: event.data.after, fetchedAt: later(state, event.data.fetchedAt) };
    case 'RetractionNoticed':
    case 'RetractionDismissed':
      return noticed(state, event.data.notice, event.type === 'RetractionDismissed');
    case 'AuthorLinked':
    case 'AuthorUnlinked':
      return linkedOrNot(state, event.data.links, event.type === 'AuthorLinked');
    case 'AuthorsMatched':
      return { ...state, match: event.data };
    case 'PublicationEdited': {
      const { custom } = event.data;
      const overlay = overlayAfter(state, event.data);
      return {
        ...state,
        overlay: withOverlay(state.overlay, overlay),
        baselines: rebased(state, overlay),
        custom: { ...state.custom, ...custom },
        editCount: state.editCount + 1,
      };
    }
    case 'PublicationHidden':
    case 'PublicationShown':
      return {
        ...state,
        visible: event.type === 'PublicationShown',
        editCount: state.editCount + (event.data.isEdit === true ? 1 : 0),
      };
    case 'PublicationDeleted':
    case 'PublicationRestored':
      return { ...state, status: event.type === 'PublicationDeleted' ? 'deleted' : 'active' };
    case 'PublicationReset':
      return {
        status: 'absent',
        notices: state.notices,
        ...(state.dismissed && { dismissed: state.dismissed }),
      };
    default:
      // An event of a later release: its meaning is unknown here, so nothing else changes.
      event satisfies never;
      return state;
  }
};

export const evolve = (state: Publication, event: PublicationEvent): Publication => {
  if (state.status !== 'absent') return evolvePresent(state, event);
  if (event.type === 'RetractionNoticed' || event.type === 'RetractionDismissed')
    return noticed(state, event.data.notice, event.type === 'RetractionDismissed');
  if (event.type !== 'PublicationAdded') return state;
  const { doi, original, source, fetchedAt, enrichment, citedByCount, notices } = event.data;
  return {
    ...state,
    status: 'active',
    doi,
    visible: true,
    original,
    source,
    fetchedAt,
    enrichment,
    citedByCount,
    notices,
    overlay: {},
    baselines: {},
    custom: NO_DASHBOARD_FIELDS,
    links: {},
    unlinked: {},
    match: NO_MATCH,
    editCount: 0,
  };
};
