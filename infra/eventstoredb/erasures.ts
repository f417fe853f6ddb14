/**
 * Tracks which streams were deleted, and up to which revision.
 *
 * EventStoreDB removes a deleted stream's events from the stream immediately, but from `$all` only when an operator
 * scavenges. Until then readers of `$all` must know which events to skip before they reach the deletion in the log.
 * So each deletion is first recorded in one small stream, which every reader of the log reads to its end beforehand.
 *
 * A scavenge keeps a soft-deleted stream's last event for ever, to remember its revision. So an empty event is appended
 * before the deletion: no personal data stays behind. It also advances the revision, so an append decided before the
 * deletion is refused after it.
 */
import { BACKWARDS, END, jsonEvent, type JSONEventData } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { AbortError } from 'p-retry';
import { WrongExpectedRevision } from '../../commands/ports.ts';
import type { Revision } from '../../domain/event.ts';
import type { appenderTo } from './append.ts';
import { streamEvents, type Server } from './call.ts';
import type { ClientEvent } from './envelope.ts';
import { resumed, retried } from './resume.ts';
import { Deadline, within } from './time.ts';

/** Not a `$` stream, which only administrators may write; its events are `$` events, which readers of the log skip. */
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
    /** Whether a stream with this last revision has no events, or only the empty one that ends it. */
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
      if (expected !== undefined && expected !== end)
        throw new AbortError(new WrongExpectedRevision(stream, expected, end));
      const noted = { stream, before: end + 1 };
      await append({ stream: NOTES, events: [note(noted)], expected: 'any' }, erased);
      learn(noted);
      // Tried again after losing a race to an append.
      ({ revision: end } = await append({ stream, events: [note({})], expected: end }, erased));
    }
    await within(deadline.left, client.deleteStream(stream, { expectedRevision: BigInt(end) }));
  };

  return {
    ...erased,

    /** Increases with every deletion learnt. */
    learnt: (): number => learnt,

    /** Whether the stream's event of that revision was erased. */
    covers: (stream: string, revision: Revision): boolean => revision < (firstLeft.get(stream) ?? 0),

    /** Learns deletions by other processes; does not ask again within `staleMs`. */
    refresh: async (staleMs = 0): Promise<void> => {
      if (performance.now() - readAt < staleMs) return;
      const began = performance.now();
      const open = (_last: ClientEvent | undefined, deadline: Deadline): AsyncIterable<ClientEvent> =>
        streamEvents(server, NOTES, { fromRevision: read + 1n }, deadline);
      for await (const { data, revision } of resumed(server, open)) {
        learn(data as Note);
        if (revision > read) read = revision;
      }
      readAt = began;
    },

    /** Must be called again after an interruption; events erased by then stay erased. */
    erase: (stream: string, expected?: Revision): Promise<void> =>
      retried(server, (deadline) => eraseUpToLast(stream, expected, deadline), new Deadline(timeoutMs)),
  };
};

export type Erasures = ReturnType<typeof erasuresOn>;
