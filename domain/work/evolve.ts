/** How each event changes the state of a work. */
import { withChanges } from '../changes/apply.ts';
import { evolving } from '../evolving.ts';
import type { Item } from '../identifier/events.ts';
import { sameItem } from '../identifier/identifier.ts';
import { eachLink } from '../publication/links.ts';
import { overlayAfter } from '../record/overlay.ts';
import type { WorkEvent } from './events.ts';
import { evidenceOf, type Work } from './state.ts';

const FRESH = { status: 'published', overlay: {}, hrefIsByHand: false, links: [], identifiers: [] } as const;
export const initial: Work = { status: 'absent', supersededBy: null, apartFrom: [], suggested: [] };

const without = (items: readonly Item[], item: Item): readonly Item[] => items.filter((each) => !sameItem(each, item));

export const evolve = evolving<
  Work,
  WorkEvent,
  | 'WorkAdded'
  | 'WorkCreated'
  | 'WorkSuperseded'
  | 'WorkJoinSuggested'
  | 'WorkJoinDeclined'
  | 'WorkSeparated'
  | 'WorkKeptApart'
  | 'WorkReset'
>(
  {
    WorkAdded: (state, { key, original, href, source, fetchedAt }) =>
      state.status === 'absent'
        ? { ...state, ...FRESH, key, original, href, listedHref: href, source, fetchedAt, since: fetchedAt }
        : state,
    WorkCreated: (state, { key, original, href }) => {
      const byHand = { source: null, hrefIsByHand: true, listedHref: href, fetchedAt: 0, since: 0 } as const;
      return state.status === 'absent' ? { ...state, ...FRESH, key, original, href, ...byHand } : state;
    },
    WorkSuperseded: (state, { by }) => ({
      ...state,
      supersededBy: by,
      apartFrom: without(state.apartFrom, by),
      suggested: without(state.suggested, by),
    }),
    WorkJoinSuggested: (state, { by }) => ({
      ...state,
      apartFrom: without(state.apartFrom, by),
      suggested: [...state.suggested, by],
    }),
    WorkJoinDeclined: (state, { from }) => ({
      ...state,
      apartFrom: [...state.apartFrom, from],
      suggested: without(state.suggested, from),
    }),
    WorkSeparated: (state, { from }) => ({ ...state, supersededBy: null, apartFrom: [...state.apartFrom, from] }),
    WorkKeptApart: (state, { from }) => ({ ...state, apartFrom: [...state.apartFrom, from] }),
    WorkReset: () => initial,
  },
  {
    WorkRefreshed: (state, { changes, href, fetchedAt }) => ({
      ...state,
      original: withChanges(state.original, changes),
      href: state.hrefIsByHand ? state.href : href,
      listedHref: href,
      fetchedAt: Math.max(fetchedAt, state.fetchedAt),
    }),
    WorkEdited: (state, edited) => ({
      ...state,
      overlay: overlayAfter(state, edited),
      ...(edited.href === undefined ? {} : { href: edited.href, hrefIsByHand: true }),
    }),
    WorkIdentified: (state, { identifiers }) => ({ ...state, identifiers: [...state.identifiers, ...identifiers] }),
    WorkAuthorLinked: (state, { links }) => ({ ...state, links: [...state.links, ...eachLink(links)] }),
    WorkAuthorUnlinked: (state, { links }) => {
      const gone = new Set(eachLink(links).map(evidenceOf));
      return { ...state, links: state.links.filter((each) => !gone.has(evidenceOf(each))) };
    },
    WorkPublished: (state) => ({ ...state, status: 'published' }),
    WorkUnpublished: (state) => ({ ...state, status: 'unpublished' }),
    WorkUnarchived: (state) => ({ ...state, status: 'unpublished' }),
    WorkArchived: (state) => ({ ...state, status: 'archived' }),
  },
);
