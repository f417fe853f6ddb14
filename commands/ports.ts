/** What commands need from the outside: a log of facts, a small store for what is no fact, a clock and ids. */
import type { DomainEvent, Metadata, Position, Recorded, Revision } from '../domain/event.ts';
import type { Json } from '../domain/json.ts';

/** An event on its way into the log. `data` must be JSON; the id makes the append idempotent. */
export type NewEvent<E extends DomainEvent = DomainEvent> = E & {
  readonly id: string;
  readonly schemaVersion: number;
  readonly metadata: Metadata;
};

/** What the stream must look like for an append to happen: its last revision, no event yet, or whatever there is. */
export type ExpectedRevision = Revision | 'none' | 'any';

/** Where the last event of an append stands. */
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

export type ReadStreamOptions = {
  /** First revision read, inclusive. Default: the first one forwards, the last one backwards. */
  readonly from?: Revision;
  readonly direction?: 'forwards' | 'backwards';
  /** At least 1. */
  readonly limit?: number;
};

export type ReadAllOptions = {
  /** Exclusive. Forwards: only events after it; backwards: only events before it. Default: all. */
  readonly from?: Position;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
  /** False where only stream, type and metadata are looked at: a store may then leave the data out, as null. Default: true. */
  readonly withData?: boolean;
};

export type SubscribeOptions = {
  /** Exclusive; default `BEGINNING`. */
  readonly after?: Position;
  /** Only streams whose name begins with one of these; default all. */
  readonly prefixes?: readonly string[];
  /** Ends the subscription: the iteration completes and everything it held is released. */
  readonly signal: AbortSignal;
};

/**
 * What a subscription hands over. `caughtUp` follows whenever everything that was in the log when the reader last
 * looked has been handed over: once after catching up, then after each burst of live events. Nothing of ours stands between
 * its position and the last event seen, handed over or filtered out (`after` if none); on a server that is shared with other
 * applications it may be the place of one of their records.
 */
export type Delivery =
  | { readonly kind: 'event'; readonly event: Recorded }
  | { readonly kind: 'caughtUp'; readonly position: Position };

/**
 * Guarantees, held by every adapter and tested by `tests/contracts/event-store.ts`:
 * - An append is atomic: all of its events are in the stream, one after the other, or none is.
 * - It answers only when the events are durable. Once it has answered they are never lost, also after a crash.
 * - It happens only at the expected revision, else `WrongExpectedRevision`, with nothing appended.
 * - It is idempotent by event id: the same ids sent to the same stream again answer as the first time and append
 *   nothing. So after `Unavailable` (outcome unknown) the same call may be sent again.
 * - `position` is a total order over all streams. A reader never sees an event appear behind one that it has seen.
 * - A subscription hands over every matching event after its start exactly once and in order, one by one: the next is
 *   not fetched far beyond what is consumed (back-pressure). It survives lost connections and restarts of the server by
 *   itself, resuming after the last event handed over, and goes live after catching up. Leaving the loop releases it.
 * - Deleted streams read as empty, and their events no longer appear in reads of the log.
 * All calls throw `Unavailable` when the store cannot be reached within the adapter's own time-out.
 */
export interface EventStore {
  /** Appends one or more events. Throws `WrongExpectedRevision`, `Unavailable`, or RangeError for no events or an append above 1 MiB. */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<Appended>;
  /** The events of a stream; none if it does not exist. */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<Recorded>;
  /** All events in order of position, up to the end of the log at the time of reading. */
  readAll(options?: ReadAllOptions): AsyncIterable<Recorded>;
  subscribe(options: SubscribeOptions): AsyncIterable<Delivery>;
  /** Position of the last event in the log, or a place behind it that subscriptions reach too; `BEGINNING` if there is none. */
  head(): Promise<Position>;
  /** How far the log has ever come, deleted events included: no reader of this log stands beyond it. Not before `head`. */
  end(): Promise<Position>;
  /**
   * Removes a stream's events for good, for the erasure of personal data. The stream may be begun again, at a
   * later revision than any that it had. With `expected`, the last revision that the caller has seen, a stream that has gone further
   * stays as it is: `WrongExpectedRevision`. Does nothing where there is no event.
   */
  deleteStream(stream: string, expected?: Revision): Promise<void>;
  close(): Promise<void>;
}

/**
 * A state record: its value, its version, and when it expires (epoch ms; null = never). Each put or increment adds 1 to the
 * version. A record that begins where one has lapsed or was removed has a version that the other never had.
 */
export type StateRecord = {
  readonly key: string;
  readonly value: Json;
  readonly version: number;
  readonly expiresAt: number | null;
};

export type PutOptions = {
  /** Only if the record's version is this; 'absent' = only if there is no (unexpired) record; default: whatever there is. */
  readonly ifVersion?: number | 'absent';
  /** Milliseconds from now, by the store's clock; default: never expires. */
  readonly ttlMs?: number;
};

/**
 * What is neither fact nor rebuildable row: sessions, sign-in links, rate counters, leases, key usage, user directory.
 * Keys are `kind/rest`. Every operation is atomic and seen by every process as soon as it has answered. An expired
 * record is as if it had never been, at once, whether or not it has been removed yet. No rebuild touches this store.
 * All calls throw `Unavailable` when the store cannot be reached.
 */
export interface StateStore {
  get(key: string): Promise<StateRecord | null>;
  /** The record as put, or null if `ifVersion` did not hold. */
  put(key: string, value: Json, options?: PutOptions): Promise<StateRecord | null>;
  /** True if it was there (and at `ifVersion`, when given) and is now gone. */
  remove(key: string, ifVersion?: number): Promise<boolean>;
  /** Adds to a counter, which begins at 0 and expires `ttlMs` after its first increment. The record after the increment. */
  increment(key: string, by: number, ttlMs: number): Promise<StateRecord & { readonly value: number }>;
  /** Unexpired records whose key begins with the prefix, by ascending key, after `after` (exclusive). */
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

/** Sees a command from its sending to its outcome, which it passes on as it is: for measuring and tracing. */
export type WatchCommand = <T>(sent: Sent, work: () => Promise<T>) => Promise<T>;

/** Structured log lines. Fields never hold a secret; names of people only where the operator switched that on. */
export interface Log {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void;
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}
