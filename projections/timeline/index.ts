/** The index of the timeline: where each event stands, and by what it is looked for. What is shown is the event itself. */
import type { RecordedEvent } from '../../domain/events.ts';
import type { Position, Recorded } from '../../domain/event.ts';
import { searchTerms } from '../../domain/search-terms.ts';
import { STREAM_PREFIXES } from '../../domain/stream-kinds.ts';
import { defineFold, type Changes, type EventOf, type EventType, type Projection, versioned } from '../define.ts';
import type { Collection } from '../ports.ts';
import { DESCRIPTIONS, describe, graver } from './describe/index.ts';
import { erasedRow } from './erased.ts';
import type { TimelineRow } from './row.ts';
import { actorTerm, subjectTerm } from './terms.ts';

export type { TimelineRow } from './row.ts';

const FILTERS = ['type', 'severity', 'status', 'actorType', 'actorId'] as const;
const NEWEST_FIRST = { sort: 'place', dir: 'desc' } as const;

const VERSION = 4;

export const timeline: Collection<TimelineRow> = {
  name: versioned('timeline', VERSION),
  indexes: [
    { equal: ['workspace'], ...NEWEST_FIRST },
    ...FILTERS.map((field) => ({ equal: ['workspace', field] as const, ...NEWEST_FIRST })),
    { equal: ['workspace', 'correlationId'], sort: 'place', dir: 'asc', unsearched: true },
    { equal: ['workspace', 'causationId'], sort: 'place', dir: 'asc', unsearched: true },
  ],
  search: true,
  searchedWithin: 'workspace',
};

/** What a workspace has hidden from its timeline. */
export type CleanupRow = {
  /** The workspace. */
  readonly id: string;
  /** Events from there on are shown. */
  readonly fromPlace: Position;
  /** Events that happened from then on are shown; epoch ms. */
  readonly fromTime: number;
};

export const cleanups: Collection<CleanupRow> = { name: versioned('timeline_cleanups', VERSION), indexes: [] };

const rowOf = (event: Recorded): TimelineRow => {
  const described = describe(event);
  const { id, metadata, position, stream, revision, type } = event;
  const { severity, status, subject, summary, mentions = [] } = described;
  return {
    id,
    terms: [
      ...searchTerms([summary, subject.id, metadata.actor.id, ...mentions].join(' ')),
      actorTerm(metadata.actor.id),
      subjectTerm(subject),
    ],
    workspace: metadata.workspace,
    place: position,
    stream,
    revision,
    type,
    severity,
    status,
    actorType: metadata.actor.type,
    actorId: metadata.actor.id,
    at: metadata.at,
    correlationId: metadata.correlationId,
    causationId: metadata.causationId,
  };
};

/** An event that became several has one row, found by the words of all. */
const indexed = (row: TimelineRow | null, event: RecordedEvent): TimelineRow => {
  const own = rowOf(event);
  if (row === null || row.place !== event.position) return own;
  return { ...row, terms: [...new Set([...row.terms, ...own.terms])], severity: graver(row.severity, own.severity) };
};

const everyType = {
  ...Object.fromEntries((Object.keys(DESCRIPTIONS) as readonly EventType[]).map((type) => [type, indexed])),
  PersonErased: (row, event, id) => erasedRow(event, id) ?? indexed(row, event),
} as Changes<TimelineRow>;

/** An erasure leaves of each event that went a row without its words. */
const touchedRows = (event: RecordedEvent): readonly string[] =>
  event.type === 'PersonErased' ? [event.id, ...event.data.past.map(({ id }) => id)] : [event.id];

const cleaned = (row: CleanupRow | null, { data, metadata, position }: EventOf<'TimelineCleaned'>): CleanupRow => {
  const known = row ?? { id: metadata.workspace, fromPlace: 0, fromTime: 0 };
  return data.mode === 'all'
    ? { ...known, fromPlace: Math.max(known.fromPlace, (data.upTo ?? position - 1) + 1) }
    : { ...known, fromTime: Math.max(known.fromTime, data.before ?? 0) };
};

export const timelineProjection: Projection = {
  name: 'timeline',
  version: VERSION,
  streams: STREAM_PREFIXES,
  folds: [
    defineFold<TimelineRow>({
      collection: timeline,
      ids: touchedRows,
      when: everyType,
      overwrites: true,
      ofLaterRelease: rowOf,
    }),
    defineFold<CleanupRow>({
      collection: cleanups,
      ids: ({ type, metadata }) => (type === 'TimelineCleaned' ? [metadata.workspace] : []),
      when: { TimelineCleaned: cleaned },
      // What staff have hidden stays hidden.
      withheld: (row) => row,
    }),
  ],
  counts: [],
};
