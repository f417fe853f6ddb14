/** The envelope of every event: what happened, to what, who caused it, and its place in the log. */

export type DomainEvent<Type extends string = string, Data = unknown> = { readonly type: Type; readonly data: Data };

export type ActorType = 'user' | 'api_key' | 'installation' | 'system';

/** Who caused an event, by an opaque id: a user's id, a key's hash, an installation's id, or the name of a system part. */
export type Actor = { readonly type: ActorType; readonly id: string };

export type Metadata = {
  readonly workspace: string;
  readonly actor: Actor;
  /** Shared by everything caused by one request, job or command line. */
  readonly correlationId: string;
  /** The `X-Request-Id` that the client of the request sent, if it sent one. */
  readonly requestId?: string;
  /** The id of the event or command that caused this event; null for the first of its correlation. */
  readonly causationId: string | null;
  /** The ids of the events of which this one, with those appended after it, leaves nothing: what an undo has undone as a whole. */
  readonly undoes?: readonly string[];
  /** Time of the event, epoch milliseconds UTC. */
  readonly at: number;
};

/** Zero-based index within a stream. */
export type Revision = number;

/**
 * Place in the total order of all events: a safe integer that increases, with gaps. The sequence number in the embedded store;
 * the commit position in EventStoreDB, which stays a safe integer up to 9 petabytes of log.
 */
export type Position = number;

/** The position before the first event. */
export const BEGINNING: Position = -1;

/** An event as recorded in the log. */
export type Recorded<E extends DomainEvent = DomainEvent> = E & {
  /** UUID. Appending an id again repeats the same append. */
  readonly id: string;
  readonly schemaVersion: number;
  readonly metadata: Metadata;
  readonly stream: string;
  readonly revision: Revision;
  readonly position: Position;
};
