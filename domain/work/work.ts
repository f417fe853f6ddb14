/** The rules of a work without a DOI: recorded from a source, refreshed, linked to the people who list it. */
import type { CslItem } from '../csl.ts';
import type { Decider } from '../decider.ts';
import { Refused } from '../errors.ts';
import { equal } from '../equal.ts';
import type { LinkBasis, Overlay, Source } from '../publication/events.ts';
import {
  changesBetween,
  fieldsOf,
  merge,
  overlayFor,
  withChanges,
  withOverlay,
  type Fields,
} from '../publication/overlay.ts';
import { isMove, mustNotBeArchived, type Move, type Shelf } from '../shelf.ts';
import { jsonBytes, MAX_RECORD_BYTES } from '../size.ts';
import type { WorkEvent } from './events.ts';

export type Work =
  | { readonly status: 'absent' }
  | {
      readonly status: Shelf;
      readonly original: CslItem;
      readonly overlay: Overlay;
      readonly href: string;
      /** True once staff have given the address. */
      readonly hrefIsByHand: boolean;
      /** Whose list describes it; the lists of co-authors only add links. Null if staff made it. */
      readonly sourceUrl: string | null;
      readonly fetchedAt: number;
      readonly links: readonly string[];
    };

export type WorkCommand =
  | {
      readonly type: 'RecordWork';
      readonly key: string;
      readonly original: CslItem;
      readonly href: string;
      readonly source: Source;
      readonly fetchedAt: number;
      readonly links: readonly { readonly orcid: string; readonly basis: LinkBasis }[];
    }
  | { readonly type: 'CreateWork'; readonly key: string; readonly original: CslItem; readonly href: string }
  /** By staff, against the merged record; what is absent stays, what is undefined is taken away. */
  | { readonly type: 'EditWork'; readonly fields: Fields; readonly href?: string }
  | { readonly type: 'MoveWork'; readonly move: Move }
  | { readonly type: 'ResetWork' };

type RecordWork = Extract<WorkCommand, { readonly type: 'RecordWork' }>;

const recorded = (state: Work, { key, original, href, source, fetchedAt }: RecordWork): readonly WorkEvent[] => {
  if (jsonBytes(original) > MAX_RECORD_BYTES)
    throw new Refused('invalid', 'record_too_large', `the record of ${key} is larger than ${MAX_RECORD_BYTES} bytes`);
  if (state.status === 'absent') return [{ type: 'WorkAdded', data: { key, original, href, source, fetchedAt } }];
  if (fetchedAt < state.fetchedAt || source.url !== state.sourceUrl) return [];
  const changes = changesBetween(fieldsOf(state.original), fieldsOf(original));
  if (changes.length === 0 && (state.hrefIsByHand || href === state.href)) return [];
  return [{ type: 'WorkRefreshed', data: { changes, href, source, fetchedAt } }];
};

const linked = (state: Work, { links }: RecordWork): readonly WorkEvent[] => {
  const known = new Set(state.status === 'absent' ? [] : state.links);
  return links.flatMap(({ orcid, basis }): WorkEvent[] => {
    if (known.has(orcid)) return [];
    known.add(orcid);
    return [{ type: 'WorkAuthorLinked', data: { orcid, basis } }];
  });
};

type Known = Exclude<Work, { readonly status: 'absent' }>;

const known = (state: Work): Known => {
  if (state.status === 'absent') throw new Refused('not_found', 'work_not_found', 'no such work');
  return state;
};

const created = (
  state: Work,
  { key, original, href }: Extract<WorkCommand, { readonly type: 'CreateWork' }>,
): readonly WorkEvent[] => {
  if (state.status === 'absent') return [{ type: 'WorkCreated', data: { key, original, href } }];
  if (equal(merge(state.original, state.overlay), original) && state.href === href) return [];
  throw new Refused('conflict', 'work_exists', 'there is another work with this key', { field: 'key' });
};

const edited = (
  state: Known,
  { fields, href }: Extract<WorkCommand, { readonly type: 'EditWork' }>,
): readonly WorkEvent[] => {
  mustNotBeArchived(state.status, 'work');
  const before = fieldsOf(merge(state.original, state.overlay));
  const changes = changesBetween(before, { ...before, ...fields });
  const isMoved = href !== undefined && href !== state.href;
  if (changes.length === 0 && !isMoved) return [];
  const overlay = overlayFor(state.original, changes);
  return [{ type: 'WorkEdited', data: { changes, overlay, ...(isMoved ? { href, hrefBefore: state.href } : {}) } }];
};

const MOVED = {
  publish: 'WorkPublished',
  unpublish: 'WorkUnpublished',
  archive: 'WorkArchived',
  unarchive: 'WorkUnarchived',
} as const;

const FRESH = { status: 'published', overlay: {}, hrefIsByHand: false, links: [] } as const;

export const work: Decider<Work, WorkCommand, WorkEvent> = {
  initial: { status: 'absent' },

  decide(command, state) {
    switch (command.type) {
      case 'RecordWork':
        return [...recorded(state, command), ...linked(state, command)];
      case 'CreateWork':
        return created(state, command);
      case 'EditWork':
        return edited(known(state), command);
      case 'MoveWork': {
        const { move } = command;
        return isMove(known(state).status, move, 'work') ? [{ type: MOVED[move], data: {} }] : [];
      }
      case 'ResetWork':
        return state.status === 'absent' ? [] : [{ type: 'WorkReset', data: {} }];
    }
  },

  evolve(state, event) {
    if (event.type === 'WorkAdded') {
      const { original, href, source, fetchedAt } = event.data;
      return state.status === 'absent' ? { ...FRESH, original, href, sourceUrl: source.url, fetchedAt } : state;
    }
    if (event.type === 'WorkCreated') {
      const { original, href } = event.data;
      return state.status === 'absent'
        ? { ...FRESH, original, href, hrefIsByHand: true, sourceUrl: null, fetchedAt: 0 }
        : state;
    }
    if (state.status === 'absent') return state;
    switch (event.type) {
      case 'WorkRefreshed': {
        const { changes, href, fetchedAt } = event.data;
        return {
          ...state,
          original: withChanges(state.original, changes),
          href: state.hrefIsByHand ? state.href : href,
          fetchedAt: Math.max(fetchedAt, state.fetchedAt),
        };
      }
      case 'WorkEdited': {
        const { overlay, href } = event.data;
        return {
          ...state,
          overlay: withOverlay(state.overlay, overlay),
          ...(href === undefined ? {} : { href, hrefIsByHand: true }),
        };
      }
      case 'WorkAuthorLinked':
        return { ...state, links: [...state.links, event.data.orcid] };
      case 'WorkPublished':
        return { ...state, status: 'published' };
      case 'WorkUnpublished':
      case 'WorkUnarchived':
        return { ...state, status: 'unpublished' };
      case 'WorkArchived':
        return { ...state, status: 'archived' };
      case 'WorkReset':
        return { status: 'absent' };
      default:
        event satisfies never;
        return state;
    }
  },
};
