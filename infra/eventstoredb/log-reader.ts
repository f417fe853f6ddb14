/** Reads `$all`: what a record means to readers, where the log ends, and whether a position exists in it. */
import { BACKWARDS, END } from '@eventstore/db-client';
import { BEGINNING, type Position, type Recorded } from '../../domain/event.ts';
import { items, type Server } from './call.ts';
import { decode, positionOf, type ClientEvent } from './envelope.ts';
import type { Erasures } from './erasures.ts';
import { isUnknown } from './failures.ts';
import { resumed, retried } from './resume.ts';
import { Deadline } from './time.ts';

/** A record of the log; `event` is null if readers must skip it. */
type Seen = { readonly position: Position; readonly event: Recorded | null };

/** The end of the log: of all records, and of those visible to readers. */
type Ends = {
  readonly last: Position;
  /** The position of Colophon's last event, unless others have written more than `TAIL_RECORDS` since. */
  readonly own: Position;
};

/** A server sends everything requested, read or not, so a bounded read requests little more than it needs. */
const SPARE = 16;
const LARGER = 8;
/** A long read rechecks for deleted streams at most once in this many milliseconds. */
const REFRESH_EVERY = 256;
export const STALE_MS = 1_000;

/**
 * How far back to look for Colophon's last event: ten million records of another application must not be read.
 * Subscriptions report positions more often than that (`checkpoints.ts`), so they reach the record where the search ended.
 */
export const TAIL_RECORDS = 4_096;

const NOTHING_KNOWN = { last: BEGINNING, own: BEGINNING };

export const at = (position: Position): { commit: bigint; prepare: bigint } => {
  const bytes = BigInt(position);
  return { commit: bytes, prepare: bytes };
};

/** `streams`: name prefixes of Colophon's streams; null = all but the server's own. */
export const openLogReader = (server: Server, erasures: Erasures, streams: readonly string[] | null) => {
  const { client, timeoutMs } = server;
  /** The result of `ends`, so it need not read the same records again. */
  let known = { ...NOTHING_KNOWN, erasures: 0 };

  const seen = (event: ClientEvent): Seen => {
    const recorded = decode(event);
    const isOwn = streams?.some((prefix) => event.streamId.startsWith(prefix)) ?? true;
    const isSeen = recorded !== null && isOwn && !erasures.covers(recorded.stream, recorded.revision);
    return { position: positionOf(event), event: isSeen ? recorded : null };
  };

  /** False if the server does not understand the read. */
  const answers = async (options: Parameters<typeof client.readAll>[0], deadline: Deadline): Promise<boolean> => {
    try {
      for await (const _ of items(() => client.readAll(options), deadline, timeoutMs)) break;
      return true;
    } catch (error) {
      if (isUnknown(error)) return false;
      throw error;
    }
  };

  const pages = async function* (
    before: Position | undefined,
    limit: number,
    deadline: Deadline,
  ): AsyncGenerator<Seen> {
    let next = before;
    for (let size = limit + SPARE; ; size *= LARGER) {
      const maxCount = Math.min(size, Number.MAX_SAFE_INTEGER);
      const fromPosition = next === undefined ? END : at(next);
      const options = { direction: BACKWARDS, fromPosition, maxCount } as const;
      let count = 0;
      for await (const { event } of items(() => client.readAll(options), deadline, timeoutMs)) {
        count += 1;
        if (count % REFRESH_EVERY === 0) await erasures.refresh(STALE_MS);
        if (event === undefined) continue;
        const record = seen(event);
        // A read from a position starts with the record at it.
        if (record.position === next) continue;
        next = record.position;
        yield record;
      }
      if (count < maxCount) return;
    }
  };

  /** Records before a record's position, or all, the last one first. `limit` is how many the caller needs, about. */
  const backwards = (before: Position | undefined, limit: number): AsyncGenerator<Seen> =>
    resumed(server, (last: Seen | undefined, deadline) => pages(last?.position ?? before, limit, deadline));

  return {
    ...server,
    streams,
    seen,
    backwards,

    refreshErasures: erasures.refresh,

    ends: async (): Promise<Ends> => {
      await erasures.refresh(STALE_MS);
      const before = known.erasures === erasures.learnt() ? known : NOTHING_KNOWN;
      let last: Position | null = null;
      let own: Position = BEGINNING;
      let looked = 0;
      for await (const { position, event } of backwards(undefined, 1)) {
        last ??= position;
        looked += 1;
        if (event === null && position <= before.last) own = before.own;
        else if (event !== null || looked === TAIL_RECORDS) own = position;
        else continue;
        break;
      }
      const found = last === null ? NOTHING_KNOWN : { last, own };
      known = { ...found, erasures: erasures.learnt() };
      return found;
    },

    /**
     * Whether a record starts at the position, as reads and subscriptions require. A server in an election answers as it does for
     * a wrong position, so it is believed only if it answers another read.
     */
    begins: (position: Position): Promise<boolean> =>
      retried(
        server,
        async (deadline) => {
          if (await answers({ fromPosition: at(position), maxCount: 1 }, deadline)) return true;
          if (!(await answers({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }, deadline)))
            throw new Error('the server is not ready');
          return answers({ fromPosition: at(position), maxCount: 1 }, deadline);
        },
        new Deadline(timeoutMs),
      ),
  };
};

export type LogReader = ReturnType<typeof openLogReader>;
