/** Appends exactly once, even if the answer to an attempt is lost. */
import { ANY, BACKWARDS, END, NO_STREAM, type EventData } from '@eventstore/db-client';
import { AbortError } from 'p-retry';
import { WrongExpectedRevision, type Appended, type ExpectedRevision } from '../../commands/ports.ts';
import type { Revision } from '../../domain/event.ts';
import { streamEvents, type Server } from './call.ts';
import { positionOf } from './envelope.ts';
import { isTooLarge, isWrongVersion } from './failures.ts';
import { retried } from './resume.ts';
import { Deadline } from './time.ts';

type Erased = {
  has(stream: string): boolean;
  isEmptyAt(stream: string, last: Revision | null): boolean;
};

type Append = {
  readonly stream: string;
  readonly events: EventData[];
  readonly expected: ExpectedRevision;
};

/** How far back an append at any revision looks for itself: the server forgets such appends when it restarts. */
const TAIL = 100;

const onTheWire = (expected: ExpectedRevision): bigint | typeof ANY | typeof NO_STREAM => {
  if (expected === 'any') return ANY;
  return expected === 'none' ? NO_STREAM : BigInt(expected);
};

/**
 * Every error except a wrong expected version leaves the outcome unknown, so the same ids are sent again at the same
 * revision, which the server recognises as the same append. Throws `Unavailable` when time is up.
 */
export const appenderTo = (server: Server): ((append: Append, erased: Erased) => Promise<Appended>) => {
  const { client, window, timeoutMs } = server;

  const send = async ({ stream, events, expected }: Append, { left }: Deadline): Promise<Appended> => {
    const { nextExpectedRevision, position } = await window.run(left, (deadline) =>
      client.appendToStream(stream, events, { expectedRevision: onTheWire(expected), deadline }),
    );
    if (position === undefined) throw new Error('the server answered an append without a position');
    return { revision: Number(nextExpectedRevision), position: Number(position.commit) };
  };

  /** An append at any revision that was written before the server, or this call, restarted. */
  const alreadyThere = async ({ stream, events, expected }: Append, deadline: Deadline): Promise<Appended | null> => {
    if (expected !== 'any') return null;
    const tail = { direction: BACKWARDS, fromRevision: END, maxCount: Math.max(TAIL, events.length) } as const;
    const last = events.at(-1)?.id;
    for await (const event of streamEvents(server, stream, tail, deadline))
      if (event.id === last) return { revision: Number(event.revision), position: positionOf(event) };
    return null;
  };

  /** A recreated stream does not start at 0, where the server would look for an append at "no stream". */
  const beginsWith = async ({ stream, events }: Append): Promise<Appended | null> => {
    let n = 0;
    for await (const event of streamEvents(server, stream, { maxCount: events.length }, new Deadline(timeoutMs))) {
      if (event.id !== events[n]?.id) return null;
      n += 1;
      if (n === events.length) return { revision: Number(event.revision), position: positionOf(event) };
    }
    return null;
  };

  const refused = async (append: Append, actual: bigint | string, erased: Erased): Promise<Appended> => {
    const { stream, expected } = append;
    const current = typeof actual === 'bigint' && actual >= 0n ? Number(actual) : null;
    const there = expected === 'none' && erased.has(stream) ? await beginsWith(append) : null;
    if (there !== null) return there;
    const left = erased.isEmptyAt(stream, current) ? null : current;
    throw new AbortError(new WrongExpectedRevision(stream, expected, left));
  };

  return (append, erased) =>
    retried(
      server,
      async (deadline) => {
        try {
          return (await alreadyThere(append, deadline)) ?? (await send(append, deadline));
        } catch (error) {
          if (isWrongVersion(error)) return refused(append, error.actualVersion, erased);
          if (isTooLarge(error)) throw new RangeError('the append is larger than the server takes', { cause: error });
          throw error;
        }
      },
      new Deadline(timeoutMs),
    );
};
