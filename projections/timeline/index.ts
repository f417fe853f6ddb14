/** The index of the timeline: where each event stands, and by what it is looked for. What is shown is the event itself. */
import type { RecordedEvent } from '../../domain/events.ts';
import type { ActorType, Position, Revision } from '../../domain/event.ts';
import { searchTerms } from '../../domain/search-terms.ts';
import { defineFold, type Changes, type EventOf, type EventType, type Projection } from '../define.ts';
import type { Collection } from '../ports.ts';
import { DESCRIPTIONS, describe, type Severity, type Status } from './describe/index.ts';
import { actorTerm, subjectTerm } from './terms.ts';

export type TimelineRow = {
  /** Of the event. */
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
  readonly causationId: string | null;
};

const FILTERS = ['type', 'severity', 'status', 'actorType', 'actorId'] as const;
const NEWEST_FIRST = { sort: 'place', dir: 'desc' } as const;

export const timeline: Collection = {
  name: 'timeline_v2',
  indexes: [
    { equal: ['workspace'], ...NEWEST_FIRST },
    ...FILTERS.map((field) => ({ equal: ['workspace', field], ...NEWEST_FIRST })),
    { equal: ['workspace', 'correlationId'], sort: 'place', dir: 'asc', unsearched: true },
    { equal: ['workspace', 'causationId'], sort: 'place', dir: 'asc', unsearched: true },
  ],
  search: true,
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

export const cleanups: Collection = { name: 'timeline_cleanups_v2', indexes: [] };

const indexed = (_row: TimelineRow | null, event: RecordedEvent): TimelineRow | null => {
  const described = describe(event);
  if (described === null) return null;
  const { id, metadata, position, stream, revision, type } = event;
  const { severity, status, subject, summary } = described;
  return {
    id,
    terms: [
      ...searchTerms([summary, subject.id, metadata.actor.id].join(' ')),
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

const everyType = Object.fromEntries(
  (Object.keys(DESCRIPTIONS) as readonly EventType[]).map((type) => [type, indexed]),
) as Changes<TimelineRow>;

const cleaned = (row: CleanupRow | null, { data, metadata, position }: EventOf<'TimelineCleaned'>): CleanupRow => {
  const known = row ?? { id: metadata.workspace, fromPlace: 0, fromTime: 0 };
  return data.mode === 'all'
    ? { ...known, fromPlace: Math.max(known.fromPlace, (data.upTo ?? position - 1) + 1) }
    : { ...known, fromTime: Math.max(known.fromTime, data.before ?? 0) };
};

export const timelineProjection: Projection = {
  name: 'timeline',
  version: 2,
  streams: [
    ...['publication-', 'work-', 'person-', 'ingestion-', 'import-'],
    ...['workspace-', 'entity-', 'member-', 'api-key-', 'installation-', 'site-', 'timeline-', 'category-', 'project-'],
  ],
  folds: [
    defineFold<TimelineRow>({ collection: timeline, ids: ({ id }) => [id], when: everyType }),
    defineFold<CleanupRow>({
      collection: cleanups,
      ids: ({ type, metadata }) => (type === 'TimelineCleaned' ? [metadata.workspace] : []),
      when: { TimelineCleaned: cleaned },
    }),
  ],
  counts: [],
};
