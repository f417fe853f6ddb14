/** A row of the timeline's index: where an event stands, and by what it is looked for. */
import type { ActorType, Position, Revision } from '../../domain/event.ts';
import type { Severity, Status } from './describe/index.ts';

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
