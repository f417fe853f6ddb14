/** Events as the timeline shows them: read from the log itself, described in words. */
import type { EventStore } from '../../../commands/ports.ts';
import type { Recorded } from '../../../domain/event.ts';
import { ROLES, type Role } from '../../../domain/member/events.ts';
import { ownOf } from '../../../domain/own.ts';
import { nameIn } from '../../../domain/stream-kinds.ts';
import { INVERSES } from '../../../domain/undo/index.ts';
import { isOfLaterRelease, upcast } from '../../../domain/upcast.ts';
import { describe, type Description } from '../../../projections/timeline/describe/index.ts';
import type { TimelineRow } from '../../../projections/timeline/index.ts';
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

export type TimelineItem = ShownOf<typeof EVENT_ITEM>;

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

type Words = Omit<Description, 'changes' | 'mentions'> & Excerpt & { readonly undo: Role | null };

/** Of events that may be a megabyte each, few are held at once. */
const HELD_AT_ONCE = 8;

/** In the order of the rows. `shown`: of the changes of each. */
export const timelineItems = async (
  deps: DashboardDeps,
  workspace: string,
  rows: readonly TimelineRow[],
  shown: (changes: Description['changes']) => Excerpt = excerptOf,
): Promise<readonly TimelineItem[]> => {
  const said = async (row: TimelineRow): Promise<Words> => {
    const { words, event } = await tell(deps.events, row);
    const { severity, status, subject, summary, changes } = words;
    const undo = undoRole(row.type, event);
    return { severity, status, subject, summary, undo, ...(await inTurn(() => shown(changes))) };
  };
  const words = await new PQueue({ concurrency: HELD_AT_ONCE }).addAll(rows.map((row) => () => said(row)));
  const actors = rows.map(({ actorType: type, actorId: id }) => ({ type, id }));
  const labelled = await labelsFor(deps, workspace, [...actors, ...words.map(({ subject }) => subject)]);
  return rows.map((row, n) => {
    const { subject, severity, status, summary, undo, ...excerpt } = words[n] as Words;
    return {
      id: row.id,
      position: row.place,
      occurred_at: row.at,
      event_type: row.type,
      severity,
      status,
      actor: labelled({ type: row.actorType, id: row.actorId }),
      subject: labelled(subject),
      summary,
      ...excerpt,
      correlation_id: row.correlationId,
      causation_id: row.causationId,
      undo_role: undo,
    };
  });
};
