/** Looks at `$all`: what a record is to readers, where the log ends, and whether a position is one of it. */
import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client';
import { BEGINNING, type Position, type Recorded } from '../../domain/event.ts';
import { items } from './call.ts';
import { decode, positionOf, type ClientEvent } from './envelope.ts';
import type { Erasures } from './erasures.ts';
import { isUnknown } from './failures.ts';
import { resumed, retried } from './resume.ts';
import type { Deadline } from './time.ts';

/** A record of the log; `event` is null if readers are to pass over it. */
export type Seen = { readonly position: Position; readonly event: Recorded | null };

/** The end of the log: of all records, and of those that readers see. */
export type Ends = {
  readonly last: Position;
  /** No event of Colophon stands behind it, and one at it, unless others wrote more than `TAIL_RECORDS` since. */
  readonly own: Position;
};

/** A server sends what was asked for, read or not; so a bounded read asks for little more than it needs. */
const SPARE = 16;
const LARGER = 8;
/** A long read looks now and then again whether streams were deleted meanwhile, at most once in so many milliseconds. */
const REFRESH_EVERY = 256;
export const STALE_MS = 1_000;

/**
 * How far back the last event of Colophon is looked for: ten million records of another application must not be read.
 * Subscriptions report positions more often than that (`CHECKPOINT_RECORDS`), so they reach the record where the search ended.
 */
export const TAIL_RECORDS = 4_096;

const NOTHING_KNOWN = { last: BEGINNING, own: BEGINNING };

export const at = (position: Position): { commit: bigint; prepare: bigint } => {
  const bytes = BigInt(position);
  return { commit: bytes, prepare: bytes };
};

export class LogReader {
  readonly #client: EventStoreDBClient;
  readonly #erasures: Erasures;
  readonly #streams: readonly string[] | null;
  readonly #timeoutMs: number;
  /** What `ends` has found, so that it need not look through the same records again. */
  #known = { ...NOTHING_KNOWN, erasures: 0 };

  /** `streams`: what the names of Colophon's streams begin with; null = all but the server's own. */
  constructor(client: EventStoreDBClient, erasures: Erasures, streams: readonly string[] | null, timeoutMs: number) {
    this.#client = client;
    this.#erasures = erasures;
    this.#streams = streams;
    this.#timeoutMs = timeoutMs;
  }

  /** Learns of deleted streams, unless it did within `staleMs`. */
  refreshErasures(staleMs = 0): Promise<void> {
    return this.#erasures.refresh(staleMs);
  }

  seen(event: ClientEvent): Seen {
    const recorded = decode(event);
    const isOwn = this.#streams?.some((prefix) => event.streamId.startsWith(prefix)) ?? true;
    const isSeen = recorded !== null && isOwn && !this.#erasures.covers(recorded.stream, recorded.revision);
    return { position: positionOf(event), event: isSeen ? recorded : null };
  }

  async ends(): Promise<Ends> {
    await this.#erasures.refresh(STALE_MS);
    const known = this.#known.erasures === this.#erasures.learnt ? this.#known : NOTHING_KNOWN;
    let last: Position | null = null;
    let own: Position = BEGINNING;
    let looked = 0;
    for await (const { position, event } of this.backwards(undefined, 1)) {
      last ??= position;
      looked += 1;
      if (event === null && position <= known.last) own = known.own;
      else if (event !== null || looked === TAIL_RECORDS) own = position;
      else continue;
      break;
    }
    const found = last === null ? NOTHING_KNOWN : { last, own };
    this.#known = { ...found, erasures: this.#erasures.learnt };
    return found;
  }

  /**
   * Whether a record begins there, which reads and subscriptions need. A server in an election answers as to a wrong position
   * does, so it is believed only if it answers another read meanwhile.
   */
  begins(position: Position): Promise<boolean> {
    return retried(async (deadline) => {
      if (await this.#answers({ fromPosition: at(position), maxCount: 1 }, deadline)) return true;
      if (!(await this.#answers({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }, deadline)))
        throw new Error('the server is not ready');
      return this.#answers({ fromPosition: at(position), maxCount: 1 }, deadline);
    }, this.#timeoutMs);
  }

  /** Records before a record's position, or all, the last one first. `limit` is how many the caller needs, about. */
  backwards(before: Position | undefined, limit: number): AsyncGenerator<Seen> {
    return resumed(
      (last: Seen | undefined, deadline) => this.#pages(last?.position ?? before, limit, deadline),
      this.#timeoutMs,
    );
  }

  /** False if the server does not understand the read. */
  async #answers(options: Parameters<EventStoreDBClient['readAll']>[0], deadline: Deadline): Promise<boolean> {
    try {
      for await (const _ of items(() => this.#client.readAll(options), deadline, this.#timeoutMs)) break;
      return true;
    } catch (error) {
      if (isUnknown(error)) return false;
      throw error;
    }
  }

  async *#pages(before: Position | undefined, limit: number, deadline: Deadline): AsyncGenerator<Seen> {
    let next = before;
    for (let size = limit + SPARE; ; size *= LARGER) {
      const maxCount = Math.min(size, Number.MAX_SAFE_INTEGER);
      const fromPosition = next === undefined ? END : at(next);
      const options = { direction: BACKWARDS, fromPosition, maxCount } as const;
      let count = 0;
      for await (const { event } of items(() => this.#client.readAll(options), deadline, this.#timeoutMs)) {
        count += 1;
        if (count % REFRESH_EVERY === 0) await this.#erasures.refresh(STALE_MS);
        if (event === undefined) continue;
        const seen = this.seen(event);
        // A read from a position begins with the record there.
        if (seen.position === next) continue;
        next = seen.position;
        yield seen;
      }
      if (count < maxCount) return;
    }
  }
}
