/** What commands need from the outside: a log of facts, a small store for everything else, a clock and ids. */
import type { EventLog } from '../domain/event-log.ts';
import type { DomainEvent, Metadata, Position, Recorded, Revision } from '../domain/event.ts';
import type { Json } from '../domain/json.ts';

/** An event on its way into the log. `data` must be JSON; the id makes the append idempotent. */
export type NewEvent<E extends DomainEvent = DomainEvent> = E & {
  readonly id: string;
  readonly schemaVersion: number;
  readonly metadata: Metadata;
};

/** What an append requires of the stream: this last revision, no events, or nothing. */
export type ExpectedRevision = Revision | 'none' | 'any';

/** Where the last event of an append is. */
export type Appended = { readonly revision: Revision; readonly position: Position };

/** The stream was not at the expected revision; nothing was appended. `actual` is null for a stream without events. */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly actual: Revision | null;

  constructor(stream: string, expected: ExpectedRevision, actual: Revision | null) {
    super(`${stream} is at ${actual ?? 'no event'}, not at ${expected}`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

export type SubscribeOptions = {
  /** Exclusive; default `BEGINNING`. */
  readonly after?: Position;
  /** Only streams whose names start with one of these; default all. */
  readonly prefixes?: readonly string[];
  /** Ends the subscription: the iteration completes and everything it held is released. */
  readonly signal: AbortSignal;
};

/**
 * What a subscription hands over. `caughtUp` follows whenever everything that was in the log when the reader last
 * looked has been handed over: once after catching up, then after each burst of live events. None of our events is between
 * its position and the last event seen, handed over or filtered out (`after` if none); on a server shared with other
 * applications it may be the position of one of their records.
 */
export type Delivery =
  | { readonly kind: 'event'; readonly event: Recorded }
  | { readonly kind: 'caughtUp'; readonly position: Position };

/**
 * Guarantees, held by every adapter and tested by `tests/contracts/event-store.ts`:
 * - An append is atomic: all of its events are in the stream, one after the other, or none is.
 * - It resolves only when the events are durable. From then on they are never lost, not even in a crash.
 * - It happens only at the expected revision, else `WrongExpectedRevision`, with nothing appended.
 * - It is idempotent by event id: sending the same ids to the same stream again has the same result and appends
 *   nothing. So after `Unavailable` (outcome unknown) the same call may be repeated.
 * - `position` is a total order over all streams. A reader never sees an event appear before one it has seen.
 * - A subscription hands over every matching event after its start exactly once and in order, one by one, without
 *   fetching far ahead of what is consumed (back-pressure). It survives lost connections and restarts of the server,
 *   resuming after the last event handed over, and goes live after catching up. Leaving the loop releases it.
 * - Deleted streams read as empty, and their events no longer appear in reads of the log.
 * All calls throw `Unavailable` when the store cannot be reached within the adapter's own time-out.
 */
export interface EventStore extends EventLog {
  /** Appends one or more events. Throws `WrongExpectedRevision`, `Unavailable`, or RangeError for no events or an append above 1 MiB. */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<Appended>;
  subscribe(options: SubscribeOptions): AsyncIterable<Delivery>;
  /**
   * Removes a stream's events permanently, to erase personal data. The stream may be started again, at a later revision than any
   * it had. With `expected`, the last revision that the caller has seen, a stream past it is kept: `WrongExpectedRevision`.
   * Does nothing if there are no events.
   */
  deleteStream(stream: string, expected?: Revision): Promise<void>;
  close(): Promise<void>;
}

/**
 * A state record: its value, its version, and when it expires (epoch ms; null = never). Each put or increment adds 1 to the
 * version. A record created after one expired or was removed gets a version that the old one never had.
 */
export type StateRecord = {
  readonly key: string;
  readonly value: Json;
  readonly version: number;
  readonly expiresAt: number | null;
};

export type PutOptions = {
  /** Only if the record's version is this; 'absent' = only if there is no (unexpired) record; default: always. */
  readonly ifVersion?: number | 'absent';
  /** Milliseconds from now, by the store's clock; default: never expires. */
  readonly ttlMs?: number;
};

/**
 * What is neither a fact nor a rebuildable row: sessions, sign-in links, rate counters, leases, key usage, user directory.
 * Keys are `kind/rest`. Every operation is atomic and visible to every process as soon as it resolves. An expired
 * record counts as absent at once, whether or not it has been removed yet. No rebuild touches this store.
 * All calls throw `Unavailable` when the store cannot be reached.
 */
export interface StateStore {
  get(key: string): Promise<StateRecord | null>;
  /** The new record, or null if `ifVersion` did not hold. */
  put(key: string, value: Json, options?: PutOptions): Promise<StateRecord | null>;
  /** True if it existed (at `ifVersion`, if given) and has been removed. */
  remove(key: string, ifVersion?: number): Promise<boolean>;
  /** Adds to a counter, which starts at 0 and expires `ttlMs` after its first increment. Returns the record after it. */
  increment(key: string, by: number, ttlMs: number): Promise<StateRecord & { readonly value: number }>;
  /** Unexpired records whose keys start with the prefix, by ascending key, after `after` (exclusive). */
  list(prefix: string, options?: { readonly after?: string; readonly limit?: number }): Promise<readonly StateRecord[]>;
  /** The store's clock, epoch milliseconds: the one by which records expire. */
  now(): Promise<number>;
  close(): Promise<void>;
}

export interface Clock {
  /** Epoch milliseconds, UTC. */
  now(): number;
}

export interface Ids {
  /** A fresh random UUID. */
  next(): string;
}

export type Sent = { readonly kind: string; readonly type: string; readonly correlationId: string };

/** Observes a command from sending to outcome, which it passes on unchanged: for metrics and tracing. */
export type WatchCommand = <T>(sent: Sent, work: () => Promise<T>) => Promise<T>;

/** Structured log lines. Fields never hold secrets, and names of people only if the operator has enabled that. */
export interface Log {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void;
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}
