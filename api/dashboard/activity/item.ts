/** Timeline items: events read from the log and described in words. */
import type { Actor, Recorded } from '../../../domain/event.ts';
import type { EventLog } from '../../../domain/event-log.ts';
import { jsonBytes, TIMELINE } from '../../../domain/limits.ts';
import { LINK_BASES, PROVIDERS } from '../../../domain/publication/events.ts';
import { ROLES, type Role } from '../../../domain/member/events.ts';
import { ownOf } from '../../../domain/own.ts';
import { nameIn } from '../../../domain/stream-kinds.ts';
import { INVERSES } from '../../../domain/undoables.ts';
import { isOfLaterRelease, upcast } from '../../../domain/upcast.ts';
import { eventOf } from '../../../projections/queries/history.ts';
import { standingUndos } from '../../../projections/queries/timeline-undos.ts';
import { describe, subjectIn, type Description, type Subject } from '../../../projections/timeline/describe/index.ts';
import { timeline, type TimelineRow } from '../../../projections/timeline/index.ts';
import { mayRead } from '../access/readers.ts';
import type { DashboardDeps } from '../deps.ts';
import { formatBytes } from '../../http/amounts.ts';
import type { ShownOf } from '../../http/schema-types.ts';
import { COUNT, MILLISECONDS, object, orNull, STRING, titled } from '../../http/schemas.ts';
import { inTurn } from '../../../commands/turns.ts';
import type { Excerpt } from './excerpt.ts';
import { LABELLED, labelsFor } from './labels.ts';

export const SEVERITIES = ['info', 'warning', 'error'] as const;
export const STATUSES = ['succeeded', 'failed', 'pending'] as const;

export const CHANGES = {
  type: 'array',
  items: object(
    {
      path: { ...STRING, description: 'A JSON Pointer to the changed field or list entry.' },
      before: {},
      after: {},
      before_is_null: {
        const: true,
        description:
          'Present if the old value is itself null; otherwise null means that there was none. An entry of a list may be null.',
      },
      after_is_null: { const: true, description: 'The same of the new value.' },
      before_bytes: {
        ...COUNT,
        description:
          'The size of the old value, if this listing omits it, or if both values were too large for one event and only earlier events hold it.',
      },
      after_bytes: { ...COUNT, description: 'The size of the new value, if this listing omits it.' },
    },
    ['before_is_null', 'after_is_null', 'before_bytes', 'after_bytes'],
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
  provider: {
    type: ['string', 'null'],
    enum: [...PROVIDERS, null],
    description: 'The provider of the record that was added or refreshed; null for other events.',
  },
  evidence: {
    type: 'array',
    items: { type: 'string', enum: LINK_BASES },
    description: 'Why the people are or were linked: empty for events that neither link nor unlink.',
  },
  changes: CHANGES,
  changes_omitted: {
    ...orNull('integer'),
    examples: [3],
    description:
      'Number of changes left out, if this listing omits some; null if it omits the event with all of its changes, since those ' +
      `listed before it were so large: a page reads at most about ${formatBytes(TIMELINE.readBytes)} of events.`,
  },
  withheld: {
    const: true,
    description: 'Present if your role cannot read the record: `changes` is empty whatever was changed.',
  },
  correlation_id: STRING,
  causation_id: orNull('string'),
  cause: {
    ...object({ id: STRING, event_type: STRING, correlation_id: STRING }),
    type: ['object', 'null'],
    description:
      'The event that this one undoes, for events by a person or the command line; the event that led to it, for events by the system; else null.',
  },
  undone: {
    ...object({ at: MILLISECONDS, actor: LABELLED, correlation_id: STRING }),
    type: ['object', 'null'],
    description:
      'Who undid this event as a whole, when, and the correlation id of that; null if it was not, or only in part, or if the undo was undone.',
  },
  undo_role: {
    type: ['string', 'null'],
    enum: [...ROLES, null],
    description: 'The role needed to undo it; null if it cannot be undone.',
  },
} as const;

/** The role needed to undo an event; null if its type, or this particular event, cannot be undone. `event`: null if erased. */
export const undoRole = (type: string, event: Recorded | null): Role | null => {
  const how = ownOf<(typeof INVERSES)[keyof typeof INVERSES]>(INVERSES, type);
  if (how === undefined || !('role' in how)) return null;
  const { unless, roleOf, role } = how;
  if (event === null || isOfLaterRelease(event)) return role;
  const upcasted = upcast(event) as never;
  return unless?.(upcasted) == null ? (roleOf?.(upcasted) ?? role) : null;
};

export const OPTIONAL = ['changes_omitted', 'withheld'] as const;

export const EVENT_ITEM = titled('Event', EVENT, OPTIONAL);

const erased = ({ stream, severity, status }: TimelineRow): Description => ({
  severity,
  status,
  subject: { type: 'person', id: nameIn(stream) },
  summary: 'Erased',
  changes: [],
});

export const UNREAD = { changes: [], changes_omitted: null } as const;

/** An event that was not read, since those before it were too large. */
const unread = ({ type, stream, workspace, severity, status }: TimelineRow): Description => ({
  ...{ severity, status, subject: subjectIn(stream, workspace), changes: [] },
  summary: `${type}, not shown in this list`,
});

/** The event is null if its stream was erased. */
export const describedEvent = async (log: Pick<EventLog, 'readStream'>, row: TimelineRow) => {
  const event = await eventOf(log, row);
  const words = event === null ? null : await inTurn(() => describe(event));
  return { event, words: words ?? erased(row) };
};

export const unlabelled = (
  { id, position, type, metadata }: Pick<Recorded, 'id' | 'position' | 'type' | 'metadata'>,
  { severity, status, subject, summary, provider, evidence = [] }: Description,
  excerpt: Excerpt | typeof UNREAD,
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
  provider: provider ?? null,
  evidence,
  ...excerpt,
  correlation_id: metadata.correlationId,
  causation_id: metadata.causationId,
  undo_role: undo,
});

type Unlabelled = {
  readonly id: string;
  readonly actor: Actor;
  readonly subject: Subject;
  readonly causation_id: string | null;
};

/** Adds labels for actor and subject, and the causing event. */
export const withLabels = async <Item extends Unlabelled>(
  deps: DashboardDeps,
  workspace: string,
  items: readonly Item[],
) => {
  const undos = await standingUndos(
    deps.readModels,
    workspace,
    items.map(({ id }) => id),
  );
  const actorOf = ({ actorType: type, actorId: id }: TimelineRow): Actor => ({ type, id });
  const actors = [...items.map(({ actor }) => actor), ...[...undos.values()].map(actorOf)];
  const subjects = items.map(({ subject }) => subject);
  const labelled = await labelsFor(deps, workspace, actors, subjects);
  const causeIds = items.flatMap(({ causation_id: cause }) => cause ?? []);
  const causes = await deps.readModels.load(timeline, causeIds);
  const causeOf = ({ causation_id: id }: Item) => {
    const row = causes.get(id ?? '');
    return row?.workspace === workspace
      ? { id: row.id, event_type: row.type, correlation_id: row.correlationId }
      : null;
  };
  const undoneBy = ({ id }: Item) => {
    const undo = undos.get(id);
    if (undo === undefined) return null;
    return { at: undo.at, actor: labelled(actorOf(undo)), correlation_id: undo.correlationId };
  };
  return items.map((item) => ({
    ...item,
    undone: undoneBy(item),
    actor: labelled(item.actor),
    subject: labelled(item.subject),
    cause: causeOf(item),
  }));
};

/** Events read at the same time; each may be a megabyte. */
const AT_ONCE = 4;

/** What the role may see of an event's changes: none if the record is not for it. */
export const changesFor =
  (role: Role, shown: (changes: Description['changes']) => Excerpt) =>
  ({ subject, changes }: Pick<Description, 'subject' | 'changes'>): Excerpt =>
    mayRead(role, subject) ? shown(changes) : { changes: [], withheld: true };

/** In the order of the rows. `shown` selects what is shown of each item's changes. */
export const timelineItems = async (
  deps: DashboardDeps,
  workspace: string,
  rows: readonly TimelineRow[],
  shown: ReturnType<typeof changesFor>,
): Promise<readonly ShownOf<typeof EVENT_ITEM>[]> => {
  const itemOf = (row: TimelineRow, words: Description, excerpt: Excerpt | typeof UNREAD, event: Recorded | null) => {
    const { causationId = null, actorType: type, actorId: id } = row;
    const metadata = { ...row, causationId, actor: { type, id } };
    return unlabelled({ ...row, position: row.place, metadata }, words, excerpt, undoRole(row.type, event));
  };
  const read = async (row: TimelineRow) => {
    const { words, event } = await describedEvent(deps.events, row);
    return inTurn(() => ({
      item: itemOf(row, words, shown(words), event),
      bytes: event === null ? 0 : jsonBytes(event.data),
    }));
  };
  const items: ReturnType<typeof itemOf>[] = [];
  let left: number = TIMELINE.readBytes;
  while (items.length < rows.length && left > 0)
    for (const { item, bytes } of await Promise.all(rows.slice(items.length, items.length + AT_ONCE).map(read))) {
      items.push(item);
      left -= bytes;
    }
  const others = rows.slice(items.length);
  items.push(...others.map((row) => itemOf(row, unread(row), UNREAD, null)));
  return withLabels(deps, workspace, items);
};
