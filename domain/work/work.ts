/** The rules of a work without a DOI: recorded from a source, refreshed, linked to the people who list it. */
import { withChanges } from '../changes/apply.ts';
import { changesBetween } from '../changes/between.ts';
import { fitting } from '../changes/fit.ts';
import type { CslItem } from '../csl.ts';
import type { Decider } from '../decider.ts';
import { Refused } from '../errors.ts';
import { equal } from '../equal.ts';
import { jsonBytes, RECORD, ROOM_FOR_CHANGES } from '../limits.ts';
import type { Orcids } from '../publication/author-entries.ts';
import { takenBack } from '../publication/edit.ts';
import { entriesEdited } from '../publication/entries-edited.ts';
import type { Overlay, Source } from '../publication/events.ts';
import { eachLink, linksOf, type LinkChange } from '../publication/links.ts';
import { overlayAfter } from '../publication/overlay-after.ts';
import {
  fieldsChanged,
  fieldsOf,
  isOfEntries,
  merge,
  overlayFor,
  withOverlay,
  type Fields,
} from '../publication/overlay.ts';
import { mustFit } from '../publication/record.ts';
import { isTransition, mustNotBeArchived, type Transition, type PublishStatus } from '../publish-status.ts';
import type { WorkEvent } from './events.ts';

export type Work =
  | { readonly status: 'absent' }
  | {
      readonly status: PublishStatus;
      readonly key: string;
      readonly original: CslItem;
      readonly overlay: Overlay;
      readonly href: string;
      /** True once staff have given the address. */
      readonly hrefIsByHand: boolean;
      /** Whose list describes it; the lists of co-authors only add links. Null if staff made it. */
      readonly source: Source | null;
      readonly fetchedAt: number;
      readonly links: readonly LinkChange[];
    };

export type WorkCommand =
  | {
      readonly type: 'RecordWork';
      readonly key: string;
      readonly original: CslItem;
      readonly href: string;
      readonly source: Source;
      readonly fetchedAt: number;
      readonly links: readonly LinkChange[];
    }
  | { readonly type: 'CreateWork'; readonly key: string; readonly original: CslItem; readonly href: string }
  /** By staff, against the merged record; what is absent stays, what is undefined is taken away. */
  | { readonly type: 'EditWork'; readonly fields: Fields; readonly orcids?: Orcids; readonly href?: string }
  | { readonly type: 'MoveWork'; readonly move: Transition }
  | { readonly type: 'ResetWork' };

type RecordWork = Extract<WorkCommand, { readonly type: 'RecordWork' }>;

const recorded = (state: Work, { key, original, href, source, fetchedAt }: RecordWork): readonly WorkEvent[] => {
  mustFit(key, original);
  if (state.status === 'absent') return [{ type: 'WorkAdded', data: { key, original, href, source, fetchedAt } }];
  if (fetchedAt < state.fetchedAt || source.url !== state.source?.url) return [];
  const changes = changesBetween(fieldsOf(state.original), fieldsOf(original));
  if (changes.length === 0 && (state.hrefIsByHand || href === state.href)) return [];
  return [{ type: 'WorkRefreshed', data: { changes: fitting(changes, ROOM_FOR_CHANGES), href, source, fetchedAt } }];
};

const linked = (state: Work, { links }: RecordWork): readonly WorkEvent[] => {
  const known = new Set(state.status === 'absent' ? [] : state.links.map(({ orcid }) => orcid));
  const made = links.filter(({ orcid }) => !known.has(orcid) && known.size < RECORD.links && known.add(orcid));
  return made.length === 0 ? [] : [{ type: 'WorkAuthorLinked', data: { links: linksOf(made) } }];
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
  if (state.status === 'absent') {
    mustFit(key, original);
    return [{ type: 'WorkCreated', data: { key, original, href } }];
  }
  if (equal(merge(state.original, state.overlay), original) && state.href === href) return [];
  throw new Refused('conflict', 'work_exists', 'there is another work with this key', { field: 'key' });
};

const edited = (
  state: Known,
  { fields, orcids, href }: Extract<WorkCommand, { readonly type: 'EditWork' }>,
): readonly WorkEvent[] => {
  mustNotBeArchived(state.status, 'work');
  const before = fieldsOf(merge(state.original, state.overlay));
  const asked = fieldsChanged(before, { ...before, ...fields });
  const put = overlayFor(state.original, [
    ...asked.filter(({ field }) => !isOfEntries(field)),
    ...entriesEdited(state, state.overlay, asked, orcids),
  ]);
  const after = fieldsOf(merge(state.original, withOverlay(state.overlay, put)));
  const changes = changesBetween(before, after);
  // A larger one, of an older release, may stay as large as it is.
  if (jsonBytes(after) > jsonBytes(before)) mustFit('this work', after);
  const isMoved = href !== undefined && href !== state.href;
  if (changes.length === 0 && !isMoved) return [];
  const reverted = takenBack(put);
  const moved = isMoved ? { href, hrefBefore: state.href } : {};
  return [{ type: 'WorkEdited', data: { changes: fitting(changes, ROOM_FOR_CHANGES), reverted, ...moved } }];
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
        return isTransition(known(state).status, move, 'work') ? [{ type: MOVED[move], data: {} }] : [];
      }
      case 'ResetWork':
        return state.status === 'absent' ? [] : [{ type: 'WorkReset', data: {} }];
    }
  },

  evolve(state, event) {
    if (event.type === 'WorkAdded') {
      const { key, original, href, source, fetchedAt } = event.data;
      return state.status === 'absent' ? { ...FRESH, key, original, href, source, fetchedAt } : state;
    }
    if (event.type === 'WorkCreated') {
      const { key, original, href } = event.data;
      return state.status === 'absent'
        ? { ...FRESH, key, original, href, hrefIsByHand: true, source: null, fetchedAt: 0 }
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
        const { href } = event.data;
        return {
          ...state,
          overlay: withOverlay(state.overlay, overlayAfter(state, event.data)),
          ...(href === undefined ? {} : { href, hrefIsByHand: true }),
        };
      }
      case 'WorkAuthorLinked':
        return { ...state, links: [...state.links, ...eachLink(event.data.links)] };
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
