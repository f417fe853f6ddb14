/** The timeline index: where each event is in the log, and the fields it is found by. What is shown is the event itself. */
import type { RecordedEvent } from '../../domain/events.ts';
import type { ActorType, Position, Recorded, Revision } from '../../domain/event.ts';
import { searchTerms } from '../../domain/search-terms.ts';
import { defined, keysOf } from '../../domain/own.ts';
import { nameIn, STREAM_PREFIXES } from '../../domain/stream-kinds.ts';
import { changeAll, defineFold, type Changes, type EventOf, type Projection, versioned } from '../define.ts';
import { rowIds, subjectOf } from '../ids.ts';
import type { Collection } from '../ports.ts';
import { DESCRIPTIONS, describe, type Description, type Severity, type Status } from './describe/index.ts';
import { actorTerm, subjectTerm } from './terms.ts';

export type TimelineRow = {
  /** The event's id. */
  readonly id: string;
  readonly terms: readonly string[];
  readonly workspace: string;
  readonly place: Position;
  readonly stream: string;
  readonly revision: Revision;
  readonly type: string;
  readonly severity: Severity;
  readonly status: Status;
  readonly actorType: ActorType;
  readonly actorId: string;
  readonly at: number;
  readonly correlationId: string;
  readonly causationId?: string;
  /** See `Metadata`. */
  readonly undoes?: readonly string[];
};

const FILTERS = ['type', 'severity', 'status', 'actorType', 'actorId'] as const;
const NEWEST_FIRST = { sort: 'place', dir: 'desc' } as const;

const VERSION = 12;

export const timeline: Collection<TimelineRow> = {
  name: versioned('timeline', VERSION),
  indexes: [
    { equal: ['workspace'], ...NEWEST_FIRST },
    ...FILTERS.map((field) => ({ equal: ['workspace', field] as const, ...NEWEST_FIRST })),
    { equal: ['workspace', 'correlationId'], sort: 'place', dir: 'asc', unsearched: true },
    { equal: ['workspace', 'causationId'], sort: 'place', dir: 'asc', unsearched: true, sparse: true },
    { equal: ['workspace', 'undoes'], sort: 'place', dir: 'asc', unsearched: true },
  ],
  arrays: ['undoes'],
  shown: ['stream', 'revision', 'at'],
  unique: ['place'],
  search: true,
  searchedWithin: 'workspace',
};

/** What a workspace has hidden from its timeline. */
export type CleanupRow = {
  /** The workspace. */
  readonly id: string;
  /** Events at or after this position are shown. */
  readonly fromPlace: Position;
  /** Events that happened at or after this time are shown; epoch ms. */
  readonly fromTime: number;
};

export const cleanups: Collection<CleanupRow> = { name: versioned('timeline_cleanups', VERSION), indexes: [] };

/** A user who acts in the workspace's events, or whom they are about. */
export type TimelineUserRow = { readonly id: string; readonly workspace: string; readonly userId: string };

export const timelineUsers: Collection<TimelineUserRow> = {
  name: versioned('timeline_users', VERSION),
  indexes: [{ equal: ['workspace'] }],
};

const usersIn = ({ stream, metadata: { actor } }: RecordedEvent): readonly string[] => [
  ...(actor.type === 'user' ? [actor.id] : []),
  ...(stream.startsWith('member-') ? [subjectOf({ stream })] : []),
];

type Placed = Pick<Recorded, 'id' | 'metadata' | 'position' | 'stream' | 'revision' | 'type'>;

const rowFrom = (
  { id, metadata, position, stream, revision, type }: Placed,
  { severity, status, subject, summary, mentions = [] }: Omit<Description, 'changes'>,
): TimelineRow => ({
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
  ...(metadata.causationId !== null && { causationId: metadata.causationId }),
  ...defined({ undoes: metadata.undoes }),
});

const rowOf = (event: Recorded): TimelineRow => rowFrom(event, describe(event));

/** The row of an erased event: that something happened, when and by whom, without its content. Null if the erasure did not cover it. */
const erasedRow = (erasure: EventOf<'PersonErased'>, id: string): TimelineRow | null => {
  const event = erasure.data.past.find((past) => past.id === id);
  if (event === undefined) return null;
  const { workspace } = erasure.metadata;
  const orcid = subjectOf(erasure);
  const placed = { ...event, metadata: { ...event, workspace }, stream: `person-${workspace}~${orcid}` };
  const subject = { type: 'person', id: orcid } as const;
  return rowFrom(placed, { severity: 'info', status: 'succeeded', subject, summary: 'Erased' });
};

const indexed = (_row: TimelineRow | null, event: RecordedEvent): TimelineRow => rowOf(event);

const EVENT_TYPES = keysOf(DESCRIPTIONS);

const everyType = {
  ...changeAll(EVENT_TYPES, indexed),
  PersonErased: (row, event, id) => erasedRow(event, id) ?? indexed(row, event),
} as Changes<TimelineRow>;

/** An erasure leaves a row without content for each event it erased. */
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
    }),
    defineFold<TimelineUserRow>({
      collection: timelineUsers,
      ids: (event) => rowIds(event.metadata.workspace, usersIn(event)),
      when: changeAll(
        EVENT_TYPES,
        (row, { metadata: { workspace } }, id) => row ?? { id, workspace, userId: nameIn(id) },
      ),
      withheld: (row) => row,
    }),
    defineFold<CleanupRow>({
      collection: cleanups,
      ids: ({ type, metadata }) => (type === 'TimelineCleaned' ? [metadata.workspace] : []),
      when: { TimelineCleaned: cleaned },
      // What staff have hidden stays hidden.
      withheld: (row) => row,
    }),
  ],
};
