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
import { BACKWARDS, END, jsonEvent, type EventStoreDBClient, type JSONEventData } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { WrongExpectedRevision } from '../../commands/ports.ts';
import type { Revision } from '../../domain/event.ts';
import type { Appender } from './append.ts';
import type { ClientEvent } from './envelope.ts';
import { isFinal, isWrongVersion, unavailable } from './failures.ts';
import { resumed } from './resume.ts';
import { streamEvents } from './stream-events.ts';
import { Deadline, pause, pauseBefore, within } from './time.ts';

/** Not a `$` stream, which only administrators may write; its events are `$` events, which readers of the log pass over. */
const NOTES = 'colophon-erasures';
const ERASED = '$colophon-erased';

type Note = { readonly stream: string; readonly before: Revision };

const note = (data: Note | Record<string, never>): JSONEventData =>
  jsonEvent({ id: randomUUID(), type: ERASED, data: { ...data } });

export class Erasures {
  readonly #client: EventStoreDBClient;
  readonly #appender: Appender;
  readonly #timeoutMs: number;
  /** First revision of each stream that is not erased. */
  readonly #before = new Map<string, Revision>();
  #read = -1n;
  #readAt = -Infinity;
  #learnt = 0;

  constructor(client: EventStoreDBClient, appender: Appender, timeoutMs: number) {
    this.#client = client;
    this.#appender = appender;
    this.#timeoutMs = timeoutMs;
  }

  /** Grows with every deletion learnt of. */
  get learnt(): number {
    return this.#learnt;
  }

  has(stream: string): boolean {
    return this.#before.has(stream);
  }

  /** Whether the stream's event of that revision was erased. */
  covers(stream: string, revision: Revision): boolean {
    return revision < (this.#before.get(stream) ?? 0);
  }

  /** Whether a stream whose last revision is this has no event but, if that, the empty one that ends it. */
  isEmptyAt(stream: string, last: Revision | null): boolean {
    const before = this.#before.get(stream);
    return last === null || (before !== undefined && last <= before);
  }

  /** Learns of deletions by other processes; not asked again within `staleMs`. */
  async refresh(staleMs = 0): Promise<void> {
    if (performance.now() - this.#readAt < staleMs) return;
    const began = performance.now();
    const open = (_last: ClientEvent | undefined, deadline: Deadline): AsyncIterable<ClientEvent> =>
      streamEvents(this.#client, NOTES, { fromRevision: this.#read + 1n }, deadline, this.#timeoutMs);
    for await (const { data, revision } of resumed(open, this.#timeoutMs)) {
      this.#learn(data as Note);
      if (revision > this.#read) this.#read = revision;
    }
    this.#readAt = began;
  }

  /** Cut off in the middle it has to be called again; what is erased by then stays erased. */
  async erase(stream: string, expected?: Revision): Promise<void> {
    const deadline = new Deadline(this.#timeoutMs);
    for (let attempt = 0; ; attempt += 1)
      try {
        if (await this.#eraseUpToLast(stream, expected, deadline)) return;
      } catch (error) {
        if (error instanceof WrongExpectedRevision && error.expected === expected) throw error;
        const lostRace = error instanceof WrongExpectedRevision || isWrongVersion(error);
        const wait = pauseBefore(attempt);
        if ((isFinal(error) && !lostRace) || wait >= deadline.left) throw unavailable(error);
        await pause(wait);
      }
  }

  /** False if the stream had something, so that the caller looks again whether it is gone. */
  async #eraseUpToLast(stream: string, expected: Revision | undefined, deadline: Deadline): Promise<boolean> {
    const last = await this.#last(stream, deadline);
    if (last === null) return true;
    let end = Number(last.revision);
    if (last.type !== ERASED) {
      if (expected !== undefined && expected !== end) throw new WrongExpectedRevision(stream, expected, end);
      const noted = { stream, before: end + 1 };
      await this.#appender.append({ stream: NOTES, events: [note(noted)], expected: 'any' }, this);
      this.#learn(noted);
      ({ revision: end } = await this.#appender.append({ stream, events: [note({})], expected: end }, this));
    }
    await within(deadline.left, this.#client.deleteStream(stream, { expectedRevision: BigInt(end) }));
    return true;
  }

  async #last(stream: string, deadline: Deadline): Promise<ClientEvent | null> {
    const options = { direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const;
    for await (const event of streamEvents(this.#client, stream, options, deadline, this.#timeoutMs)) return event;
    return null;
  }

  #learn({ stream, before }: Note): void {
    if (before <= (this.#before.get(stream) ?? 0)) return;
    this.#before.set(stream, before);
    this.#learnt += 1;
  }
}
