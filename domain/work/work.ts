/** The rules of a work without a DOI: recorded from a source, refreshed, linked to the people who list it. */
import type { CslItem } from '../csl.ts';
import type { Decider } from '../decider.ts';
import { Refused } from '../errors.ts';
import type { LinkBasis, Source } from '../publication/events.ts';
import { changesBetween, fieldsOf, withChanges } from '../publication/overlay.ts';
import { jsonBytes, MAX_RECORD_BYTES } from '../size.ts';
import type { WorkEvent } from './events.ts';

export type Work =
  | { readonly status: 'absent' }
  | {
      readonly status: 'published' | 'unpublished' | 'archived';
      readonly original: CslItem;
      readonly href: string;
      /** Whose list describes it; the lists of co-authors only add links. */
      readonly sourceUrl: string;
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
  | { readonly type: 'PublishWork' }
  | { readonly type: 'UnpublishWork' }
  | { readonly type: 'ArchiveWork' }
  | { readonly type: 'ResetWork' };

type RecordWork = Extract<WorkCommand, { readonly type: 'RecordWork' }>;

const recorded = (state: Work, { key, original, href, source, fetchedAt }: RecordWork): readonly WorkEvent[] => {
  if (jsonBytes(original) > MAX_RECORD_BYTES)
    throw new Refused('invalid', 'record_too_large', `the record of ${key} is larger than ${MAX_RECORD_BYTES} bytes`);
  if (state.status === 'absent') return [{ type: 'WorkAdded', data: { key, original, href, source, fetchedAt } }];
  if (fetchedAt < state.fetchedAt || source.url !== state.sourceUrl) return [];
  const changes = changesBetween(fieldsOf(state.original), fieldsOf(original));
  if (changes.length === 0 && href === state.href) return [];
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

const MOVES = {
  PublishWork: { to: 'published', event: 'WorkPublished' },
  UnpublishWork: { to: 'unpublished', event: 'WorkUnpublished' },
  ArchiveWork: { to: 'archived', event: 'WorkArchived' },
} as const;

export const work: Decider<Work, WorkCommand, WorkEvent> = {
  initial: { status: 'absent' },

  decide(command, state) {
    switch (command.type) {
      case 'RecordWork':
        return [...recorded(state, command), ...linked(state, command)];
      case 'PublishWork':
      case 'UnpublishWork':
      case 'ArchiveWork': {
        const { to, event } = MOVES[command.type];
        if (state.status === 'absent') throw new Refused('not_found', 'work_not_found', 'no such work');
        return state.status === to ? [] : [{ type: event, data: {} }];
      }
      case 'ResetWork':
        return state.status === 'absent' ? [] : [{ type: 'WorkReset', data: {} }];
    }
  },

  evolve(state, event) {
    if (event.type === 'WorkAdded') {
      const { original, href, source, fetchedAt } = event.data;
      return state.status === 'absent'
        ? { status: 'published', original, href, sourceUrl: source.url, fetchedAt, links: [] }
        : state;
    }
    if (state.status === 'absent') return state;
    switch (event.type) {
      case 'WorkRefreshed': {
        const { changes, href, fetchedAt } = event.data;
        return {
          ...state,
          original: withChanges(state.original, changes),
          href,
          fetchedAt: Math.max(fetchedAt, state.fetchedAt),
        };
      }
      case 'WorkAuthorLinked':
        return { ...state, links: [...state.links, event.data.orcid] };
      case 'WorkPublished':
        return { ...state, status: 'published' };
      case 'WorkUnpublished':
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
