/** Reads `$all` as a log of Colophon's events: its own order, without what the server and deletions leave there. */
import {
  BACKWARDS,
  END,
  FORWARDS,
  START,
  type EventStoreDBClient,
  type ReadAllOptions as ReadOptions,
} from '@eventstore/db-client';
import type { ReadAllOptions } from '../../../commands/ports.ts';
import { BEGINNING, type Position, type Recorded } from '../../../domain/event.ts';
import { items } from './call.ts';
import { decode, positionOf, type ClientEvent } from './envelope.ts';
import type { Erasures } from './erasures.ts';
import { isUnknown } from './failures.ts';
import { resumed, retried } from './resume.ts';
import type { Deadline } from './time.ts';

/** A record of the log; `event` is null if readers are to pass over it. */
export type Seen = { readonly position: Position; readonly event: Recorded | null };

type Direction = 'forwards' | 'backwards';

/** A server sends what was asked for, read or not; so a bounded read asks for little more than it needs. */
const SPARE = 16;
const LARGER = 8;
/** A long read looks now and then again whether streams were deleted meanwhile, at most once in so many milliseconds. */
const REFRESH_EVERY = 256;
export const STALE_MS = 1_000;

const NOTHING_KNOWN = { end: BEGINNING, position: BEGINNING };

export const at = (position: Position): { commit: bigint; prepare: bigint } => {
  const bytes = BigInt(position);
  return { commit: bytes, prepare: bytes };
};

export class LogReader {
  readonly #client: EventStoreDBClient;
  readonly #erasures: Erasures;
  readonly #timeoutMs: number;
  /** What `head` has found, so that it need not look through the same records of the server's again. */
  #head = { ...NOTHING_KNOWN, erasures: 0 };

  constructor(client: EventStoreDBClient, erasures: Erasures, timeoutMs: number) {
    this.#client = client;
    this.#erasures = erasures;
    this.#timeoutMs = timeoutMs;
  }

  /** Learns of deleted streams, unless it did within `staleMs`. */
  refreshErasures(staleMs = 0): Promise<void> {
    return this.#erasures.refresh(staleMs);
  }

  seen(event: ClientEvent): Seen {
    const recorded = decode(event);
    const hidden = recorded === null || this.#erasures.covers(recorded.stream, recorded.revision);
    return { position: positionOf(event), event: hidden ? null : recorded };
  }

  async *readAll({ from, direction = 'forwards', limit = Infinity }: ReadAllOptions): AsyncGenerator<Recorded> {
    await this.#erasures.refresh();
    let start = from;
    // Beyond its end the server answers nothing, not even that there is nothing.
    if (start !== undefined && start > (await this.end())) {
      if (direction === 'forwards') return;
      start = undefined;
    }
    if (start !== undefined && start <= BEGINNING) {
      if (direction === 'backwards') return;
      start = undefined;
    }
    let left = limit;
    for await (const { event } of this.#records(direction, start, limit)) {
      if (event === null) continue;
      yield event;
      left -= 1;
      if (left <= 0) return;
    }
  }

  /** Position of the last of Colophon's events. */
  async head(): Promise<Position> {
    await this.#erasures.refresh(STALE_MS);
    const known = this.#head.erasures === this.#erasures.learnt ? this.#head : NOTHING_KNOWN;
    let found: { end: Position; position: Position } | null = null;
    for await (const { position, event } of this.#records('backwards', undefined, 1)) {
      found ??= { end: position, position: BEGINNING };
      if (event !== null) found.position = position;
      else if (position <= known.end) found.position = known.position;
      else continue;
      break;
    }
    this.#head = { ...(found ?? NOTHING_KNOWN), erasures: this.#erasures.learnt };
    return this.#head.position;
  }

  /** Position of the last record of the server, whatever it is. */
  end(): Promise<Position> {
    return retried(async (deadline) => {
      const last = { direction: BACKWARDS, maxCount: 1, fromPosition: END } as const;
      for await (const { event } of items(() => this.#client.readAll(last), deadline, this.#timeoutMs))
        if (event !== undefined) return positionOf(event);
      return BEGINNING;
    }, this.#timeoutMs);
  }

  /** Records before or after a position, which need not be a record's start: then all are looked through for it. */
  #records(direction: Direction, from: Position | undefined, limit: number): AsyncGenerator<Seen> {
    const open = async function* (this: LogReader, last: Seen | undefined, deadline: Deadline): AsyncGenerator<Seen> {
      const after = last?.position ?? from;
      let handedOver = false;
      try {
        for await (const seen of this.#pages(direction, after, limit, deadline)) {
          handedOver = true;
          yield seen;
        }
      } catch (error) {
        if (handedOver || last !== undefined || after === undefined || !isUnknown(error)) throw error;
        const isPast = ({ position }: Seen): boolean =>
          direction === 'forwards' ? position > after : position < after;
        for await (const seen of this.#pages(direction, undefined, Infinity, deadline)) if (isPast(seen)) yield seen;
      }
    };
    return resumed((last: Seen | undefined, deadline) => open.call(this, last, deadline), this.#timeoutMs);
  }

  async *#pages(
    direction: Direction,
    from: Position | undefined,
    limit: number,
    deadline: Deadline,
  ): AsyncGenerator<Seen> {
    const edge = direction === 'forwards' ? START : END;
    let after = from;
    for (let size = limit + SPARE; ; size *= LARGER) {
      const maxCount = Math.min(size, Number.MAX_SAFE_INTEGER);
      const options: ReadOptions = {
        direction: direction === 'forwards' ? FORWARDS : BACKWARDS,
        fromPosition: after === undefined ? edge : at(after),
        maxCount,
      };
      let count = 0;
      for await (const { event } of items(() => this.#client.readAll(options), deadline, this.#timeoutMs)) {
        count += 1;
        if (count % REFRESH_EVERY === 0) await this.#erasures.refresh(STALE_MS);
        if (event === undefined) continue;
        const seen = this.seen(event);
        // A read from a position begins with the record there.
        if (seen.position === after) continue;
        after = seen.position;
        yield seen;
      }
      if (count < maxCount) return;
    }
  }
}
