/**
 * Which streams were deleted, and up to where.
 *
 * EventStoreDB takes a deleted stream's events out of the stream at once, but out of `$all` only when an operator
 * scavenges. Until then whoever reads `$all` must know which events to pass over, before the log comes to the deletion.
 * So each deletion is first noted in one small stream, which every reader of the log reads to its end beforehand.
 *
 * A scavenge keeps a soft-deleted stream's last event for ever, to remember its revision. So before the deletion an
 * event without content becomes the last one: no personal data stays behind it. It also moves the revision on, so that
 * an append decided before the deletion is refused after it.
 */
import { BACKWARDS, END, jsonEvent, type JSONEventData } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { WrongExpectedRevision } from '../../commands/ports.ts';
import type { Revision } from '../../domain/event.ts';
import type { appenderTo } from './append.ts';
import { streamEvents, type Server } from './call.ts';
import type { ClientEvent } from './envelope.ts';
import { pauseAfter, resumed } from './resume.ts';
import { Deadline, within } from './time.ts';

/** Not a `$` stream, which only administrators may write; its events are `$` events, which readers of the log pass over. */
const NOTES = 'colophon-erasures';
const ERASED = '$colophon-erased';

type Note = { readonly stream: string; readonly before: Revision };

const note = (data: Note | Record<string, never>): JSONEventData =>
  jsonEvent({ id: randomUUID(), type: ERASED, data: { ...data } });

export const erasuresOn = (server: Server, append: ReturnType<typeof appenderTo>) => {
  const { client, timeoutMs } = server;
  /** First revision of each stream that is not erased. */
  const firstLeft = new Map<string, Revision>();
  let read = -1n;
  let readAt = -Infinity;
  let learnt = 0;

  const learn = ({ stream, before }: Note): void => {
    if (before <= (firstLeft.get(stream) ?? 0)) return;
    firstLeft.set(stream, before);
    learnt += 1;
  };

  const lastOf = async (stream: string, deadline: Deadline): Promise<ClientEvent | null> => {
    const options = { direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const;
    for await (const event of streamEvents(server, stream, options, deadline)) return event;
    return null;
  };

  const erased = {
    has: (stream: string): boolean => firstLeft.has(stream),
    /** Whether a stream whose last revision is this has no event but, if that, the empty one that ends it. */
    isEmptyAt: (stream: string, last: Revision | null): boolean => {
      const before = firstLeft.get(stream);
      return last === null || (before !== undefined && last <= before);
    },
  };

  const eraseUpToLast = async (stream: string, expected: Revision | undefined, deadline: Deadline): Promise<void> => {
    const last = await lastOf(stream, deadline);
    if (last === null) return;
    let end = Number(last.revision);
    if (last.type !== ERASED) {
      if (expected !== undefined && expected !== end) throw new WrongExpectedRevision(stream, expected, end);
      const noted = { stream, before: end + 1 };
      await append({ stream: NOTES, events: [note(noted)], expected: 'any' }, erased);
      learn(noted);
      ({ revision: end } = await append({ stream, events: [note({})], expected: end }, erased));
    }
    await within(deadline.left, client.deleteStream(stream, { expectedRevision: BigInt(end) }));
  };

  return {
    ...erased,

    /** Grows with every deletion learnt of. */
    learnt: (): number => learnt,

    /** Whether the stream's event of that revision was erased. */
    covers: (stream: string, revision: Revision): boolean => revision < (firstLeft.get(stream) ?? 0),

    /** Learns of deletions by other processes; not asked again within `staleMs`. */
    refresh: async (staleMs = 0): Promise<void> => {
      if (performance.now() - readAt < staleMs) return;
      const began = performance.now();
      const open = (_last: ClientEvent | undefined, deadline: Deadline): AsyncIterable<ClientEvent> =>
        streamEvents(server, NOTES, { fromRevision: read + 1n }, deadline);
      for await (const { data, revision } of resumed(open, timeoutMs)) {
        learn(data as Note);
        if (revision > read) read = revision;
      }
      readAt = began;
    },

    /** Cut off in the middle it has to be called again; what is erased by then stays erased. */
    erase: async (stream: string, expected?: Revision): Promise<void> => {
      const deadline = new Deadline(timeoutMs);
      for (let attempt = 0; ; attempt += 1)
        try {
          return await eraseUpToLast(stream, expected, deadline);
        } catch (error) {
          // A race that was lost to an append is run again.
          if (error instanceof WrongExpectedRevision && error.expected === expected) throw error;
          await pauseAfter(error, attempt, deadline);
        }
    },
  };
};

export type Erasures = ReturnType<typeof erasuresOn>;
