/** How each event changes the state of a work. */
import { withChanges } from '../changes/apply.ts';
import { sameItem } from '../identifier/identifier.ts';
import { eachLink } from '../publication/links.ts';
import { overlayAfter } from '../publication/overlay-after.ts';
import { withOverlay } from '../publication/overlay.ts';
import type { WorkEvent } from './events.ts';
import { evidenceOf, type Work } from './state.ts';

const FRESH = { status: 'published', overlay: {}, hrefIsByHand: false, links: [], identifiers: [] } as const;
export const initial: Work = { status: 'absent', supersededBy: null, apartFrom: [] };

export const evolve = (state: Work, event: WorkEvent): Work => {
  if (event.type === 'WorkAdded') {
    const { key, original, href, source, fetchedAt } = event.data;
    if (state.status !== 'absent') return state;
    return { ...state, ...FRESH, key, original, href, listedHref: href, source, fetchedAt, since: fetchedAt };
  }
  if (event.type === 'WorkCreated') {
    const { key, original, href } = event.data;
    if (state.status !== 'absent') return state;
    const byHand = { source: null, hrefIsByHand: true, listedHref: href, fetchedAt: 0, since: 0 } as const;
    return { ...state, ...FRESH, key, original, href, ...byHand };
  }
  if (event.type === 'WorkSuperseded') {
    const { by } = event.data;
    return { ...state, supersededBy: by, apartFrom: state.apartFrom.filter((other) => !sameItem(other, by)) };
  }
  if (event.type === 'WorkSeparated')
    return { ...state, supersededBy: null, apartFrom: [...state.apartFrom, event.data.from] };
  if (event.type === 'WorkKeptApart') return { ...state, apartFrom: [...state.apartFrom, event.data.from] };
  if (event.type === 'WorkReset') return initial;
  if (state.status === 'absent') return state;
  switch (event.type) {
    case 'WorkRefreshed': {
      const { changes, href, fetchedAt } = event.data;
      return {
        ...state,
        original: withChanges(state.original, changes),
        href: state.hrefIsByHand ? state.href : href,
        listedHref: href,
        fetchedAt: Math.max(fetchedAt, state.fetchedAt),
      };
    }
    case 'WorkEdited': {
      const { href } = event.data;
      return {
        ...state,
        overlay: withOverlay(state.overlay, overlayAfter(state, event.data)),
        ...(href === undefined ? {} : { href, hrefIsByHand: true }),
      };
    }
    case 'WorkIdentified':
      return { ...state, identifiers: [...state.identifiers, ...event.data.identifiers] };
    case 'WorkAuthorLinked':
      return { ...state, links: [...state.links, ...eachLink(event.data.links)] };
    case 'WorkAuthorUnlinked': {
      const gone = new Set(eachLink(event.data.links).map(evidenceOf));
      return { ...state, links: state.links.filter((each) => !gone.has(evidenceOf(each))) };
    }
    case 'WorkPublished':
      return { ...state, status: 'published' };
    case 'WorkUnpublished':
    case 'WorkUnarchived':
      return { ...state, status: 'unpublished' };
    case 'WorkArchived':
      return { ...state, status: 'archived' };
    default:
      event satisfies never;
      return state;
  }
};
