/** Appends: written once, also when the answer to an attempt was lost. */
import { ANY, BACKWARDS, END, NO_STREAM, type AppendResult, type EventData } from '@eventstore/db-client';
import { WrongExpectedRevision, type Appended, type ExpectedRevision } from '../../commands/ports.ts';
import type { Revision } from '../../domain/event.ts';
import type { Connection } from './connection.ts';
import { positionOf } from './envelope.ts';
import { isFinal, isTooLarge, isWrongVersion, unavailable } from './failures.ts';
import { streamEvents } from './stream-events.ts';
import { Deadline, pause, pauseBefore } from './time.ts';

/** What is known of deleted streams. */
export type Erased = {
  has(stream: string): boolean;
  /** Whether a stream whose last revision is this has no event that a reader sees. */
  isEmptyAt(stream: string, last: Revision | null): boolean;
};

type Append = {
  readonly stream: string;
  readonly events: EventData[];
  readonly expected: ExpectedRevision;
};

/** How far back an append at any revision looks for itself: the server forgets such appends when it restarts. */
const TAIL = 100;

const answered = ({ nextExpectedRevision, position }: AppendResult): Appended => {
  if (position === undefined) throw new Error('the server answered an append without a position');
  return { revision: Number(nextExpectedRevision), position: Number(position.commit) };
};

const onTheWire = (expected: ExpectedRevision): bigint | typeof ANY | typeof NO_STREAM => {
  if (expected === 'any') return ANY;
  return expected === 'none' ? NO_STREAM : BigInt(expected);
};

export class Appender {
  readonly #connection: Connection;
  readonly #timeoutMs: number;

  constructor(connection: Connection, timeoutMs: number) {
    this.#connection = connection;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Every error but a wrong expected version leaves the outcome unknown, so the same ids are sent again at the same
   * revision, which the server knows for the same append. Throws `Unavailable` when time is up.
   */
  async append(append: Append, erased: Erased): Promise<Appended> {
    const deadline = new Deadline(this.#timeoutMs);
    for (let attempt = 0; ; attempt += 1)
      try {
        return (await this.#alreadyThere(append, deadline)) ?? (await this.#send(append, deadline));
      } catch (error) {
        if (isWrongVersion(error)) return this.#refused(append, error.actualVersion, erased);
        if (isTooLarge(error)) throw new RangeError('the append is larger than the server takes', { cause: error });
        const wait = pauseBefore(attempt);
        if (isFinal(error) || wait >= deadline.left) throw unavailable(error);
        await pause(wait);
      }
  }

  async #send({ stream, events, expected }: Append, { left }: Deadline): Promise<Appended> {
    const { client, window } = this.#connection;
    return answered(
      await window.run(left, (deadline) =>
        client.appendToStream(stream, events, { expectedRevision: onTheWire(expected), deadline }),
      ),
    );
  }

  async #refused(append: Append, actual: bigint | string, erased: Erased): Promise<Appended> {
    const { stream, expected } = append;
    const current = typeof actual === 'bigint' && actual >= 0n ? Number(actual) : null;
    const there = expected === 'none' && erased.has(stream) ? await this.#beginsWith(append) : null;
    if (there !== null) return there;
    throw new WrongExpectedRevision(stream, expected, erased.isEmptyAt(stream, current) ? null : current);
  }

  /** An append at any revision that had been written before the server, or this call, started over. */
  async #alreadyThere({ stream, events, expected }: Append, deadline: Deadline): Promise<Appended | null> {
    if (expected !== 'any') return null;
    const tail = { direction: BACKWARDS, fromRevision: END, maxCount: Math.max(TAIL, events.length) } as const;
    const last = events.at(-1)?.id;
    for await (const event of streamEvents(this.#connection.client, stream, tail, deadline, this.#timeoutMs))
      if (event.id === last) return { revision: Number(event.revision), position: positionOf(event) };
    return null;
  }

  /** A stream that was begun again does not begin at 0, where the server would look for an append at "no stream". */
  async #beginsWith({ stream, events }: Append): Promise<Appended | null> {
    const deadline = new Deadline(this.#timeoutMs);
    const start = { maxCount: events.length };
    let n = 0;
    for await (const event of streamEvents(this.#connection.client, stream, start, deadline, this.#timeoutMs)) {
      if (event.id !== events[n]?.id) return null;
      n += 1;
      if (n === events.length) return { revision: Number(event.revision), position: positionOf(event) };
    }
    return null;
  }
}
