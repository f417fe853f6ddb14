/** Events as the timeline shows them: read from the log itself, described in words. */
import type { EventStore } from '../../../commands/ports.ts';
import type { Actor, Recorded } from '../../../domain/event.ts';
import { ROLES, type Role } from '../../../domain/member/events.ts';
import { ownOf } from '../../../domain/own.ts';
import { nameIn } from '../../../domain/stream-kinds.ts';
import { INVERSES } from '../../../domain/undo/index.ts';
import { isOfLaterRelease, upcast } from '../../../domain/upcast.ts';
import { describe, type Description, type Subject } from '../../../projections/timeline/describe/index.ts';
import { timeline, type TimelineRow } from '../../../projections/timeline/index.ts';
import type { DashboardDeps } from '../deps.ts';
import type { ShownOf } from '../../http/schema.ts';
import { COUNT, MILLISECONDS, object, orNull, STRING } from '../../http/schemas.ts';
import { inTurn } from '../../../commands/turns.ts';
import PQueue from 'p-queue';
import { excerptOf, type Excerpt } from './excerpt.ts';
import { LABELLED, labelsFor } from './labels.ts';

export const SEVERITIES = ['info', 'warning', 'error'] as const;
export const STATUSES = ['succeeded', 'failed', 'pending'] as const;

export const CHANGES = {
  type: 'array',
  items: object(
    {
      path: { ...STRING, description: 'A JSON Pointer to what changed: a field, or an entry of a list.' },
      before: {},
      after: {},
      before_bytes: {
        ...COUNT,
        description:
          'The size of what was there, where both sides were too large for one event, and earlier events hold it; or where this listing leaves it out.',
      },
      after_bytes: { ...COUNT, description: 'The size of the new value, where this listing leaves it out.' },
    },
    ['before_bytes', 'after_bytes'],
  ),
} as const;

export const EVENT = {
  id: STRING,
  position: COUNT,
  occurred_at: MILLISECONDS,
  event_type: STRING,
  severity: { type: 'string', enum: SEVERITIES },
  status: { type: 'string', enum: STATUSES },
  actor: LABELLED,
  subject: LABELLED,
  summary: { ...STRING, description: 'One English sentence.' },
  changes: CHANGES,
  changes_omitted: { ...COUNT, description: 'How many more changes there are, where this listing leaves some out.' },
  correlation_id: STRING,
  causation_id: orNull('string'),
  cause: {
    ...object({ id: STRING, event_type: STRING, correlation_id: STRING }),
    type: ['object', 'null'],
    description:
      'The event that it undoes, if a person or the command line did it, or that it follows from, if the system did; else null.',
  },
  undo_role: {
    type: ['string', 'null'],
    enum: [...ROLES, null],
    description: 'The role needed to undo it; null if it cannot be undone.',
  },
} as const;

/** Of an event of a type; null if this very one cannot be undone. */
export const undoRole = (type: string, event: Recorded | null = null): Role | null => {
  const how = ownOf<(typeof INVERSES)[keyof typeof INVERSES]>(INVERSES, type);
  if (how === undefined || !('role' in how)) return null;
  const { unless, role } = how;
  if (unless === undefined || event === null || isOfLaterRelease(event)) return role;
  return upcast(event).every((each) => unless(each as never) === null) ? role : null;
};

export const OPTIONAL = ['changes_omitted'] as const;

export const EVENT_ITEM = { title: 'Event', ...object(EVENT, OPTIONAL) } as const;

type TimelineItem = ShownOf<typeof EVENT_ITEM>;

/** An event and its words; the event is null if its stream was erased. */
type Told = { readonly event: Recorded | null; readonly words: Description };

const eventAt = async (events: EventStore, { stream, revision, id }: TimelineRow): Promise<Recorded | null> => {
  for await (const event of events.readStream(stream, { from: revision, limit: 1 }))
    return event.id === id ? event : null;
  return null;
};

const erased = ({ stream, severity, status }: TimelineRow): Description => ({
  severity,
  status,
  subject: { type: 'person', id: nameIn(stream) },
  summary: 'Erased',
  changes: [],
});

export const tell = async (events: EventStore, row: TimelineRow): Promise<Told> => {
  const event = await eventAt(events, row);
  const words = event === null ? null : await inTurn(() => describe(event));
  return { event, words: words ?? erased(row) };
};

/** What is shown of an event, before its actor and subject have labels. */
export const unlabelled = (
  { id, position, type, metadata }: Pick<Recorded, 'id' | 'position' | 'type' | 'metadata'>,
  { severity, status, subject, summary }: Description,
  excerpt: Excerpt,
  undo: Role | null,
) => ({
  id,
  position,
  occurred_at: metadata.at,
  event_type: type,
  severity,
  status,
  actor: metadata.actor,
  subject,
  summary,
  ...excerpt,
  correlation_id: metadata.correlationId,
  causation_id: metadata.causationId,
  undo_role: undo,
});

type Unlabelled = { readonly actor: Actor; readonly subject: Subject; readonly causation_id: string | null };

/** Each with what people call who did it and whom or what it is about, and with the event that it came of. */
export const withLabels = async <Item extends Unlabelled>(
  deps: DashboardDeps,
  workspace: string,
  items: readonly Item[],
) => {
  const labelled = await labelsFor(
    deps,
    workspace,
    items.flatMap(({ actor, subject }) => [actor, subject]),
  );
  const causes = await deps.readModels.load(
    timeline,
    items.flatMap(({ causation_id: cause }) => cause ?? []),
  );
  const causeOf = ({ causation_id: id }: Item) => {
    const row = causes.get(id ?? '');
    return row?.workspace === workspace
      ? { id: row.id, event_type: row.type, correlation_id: row.correlationId }
      : null;
  };
  return items.map((item) => ({
    ...item,
    actor: labelled(item.actor),
    subject: labelled(item.subject),
    cause: causeOf(item),
  }));
};

/** Of events that may be a megabyte each, few are held at once. */
const HELD_AT_ONCE = 8;

/** In the order of the rows. `shown`: of the changes of each. */
export const timelineItems = async (
  deps: DashboardDeps,
  workspace: string,
  rows: readonly TimelineRow[],
  shown: (changes: Description['changes']) => Excerpt = excerptOf,
): Promise<readonly TimelineItem[]> => {
  const itemOf = async (row: TimelineRow) => {
    const { words, event } = await tell(deps.events, row);
    const { causationId = null, actorType: type, actorId: id } = row;
    const metadata = { ...row, causationId, actor: { type, id } };
    const excerpt = await inTurn(() => shown(words.changes));
    return unlabelled({ ...row, position: row.place, metadata }, words, excerpt, undoRole(row.type, event));
  };
  const items = await new PQueue({ concurrency: HELD_AT_ONCE }).addAll(rows.map((row) => () => itemOf(row)));
  return withLabels(deps, workspace, items);
};
