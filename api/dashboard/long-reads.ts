/** Limits the requests that read large events at the same time, so that a few members cannot slow down everyone else. */
import PQueue from 'p-queue';
import { readingUntil } from '../../commands/long-reads.ts';
import type { EventStore } from '../../commands/ports.ts';
import { queuesByWorkspace } from '../../commands/queues.ts';
import { UNDO } from '../../domain/limits.ts';
import { HttpFailure } from '../http/errors.ts';

export type LongReads = ReturnType<typeof openLongReads>;

type Limits = Readonly<Record<'atOncePerWorkspace' | 'atOnce' | 'waitMs', number>>;

export const openLongReads = ({ atOncePerWorkspace, atOnce, waitMs }: Limits = UNDO) => {
  const all = new PQueue({ concurrency: atOnce });
  const queueOf = queuesByWorkspace(atOncePerWorkspace);
  const tooMany = (): HttpFailure =>
    new HttpFailure(
      429,
      'too many undos or pages of events are being worked on',
      { accepted: `at most ${atOncePerWorkspace} at the same time per workspace, and ${atOnce} in all` },
      { 'Retry-After': String(Math.ceil(waitMs / 1_000)) },
    );
  return {
    /**
     * Runs the work when it is its turn, with an event store whose reads leave time to others and end with the signal. Throws a 429
     * if it waits too long.
     */
    inTurn: async <Deps extends { readonly events: EventStore }, T>(
      deps: Deps,
      workspace: string,
      signal: AbortSignal,
      work: (deps: Deps) => Promise<T>,
    ): Promise<T> => {
      signal.throwIfAborted();
      const waiting = new AbortController();
      const leave = (): void => waiting.abort(signal.reason);
      const timer = setTimeout(() => waiting.abort(tooMany()), waitMs);
      const waited = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
      };
      signal.addEventListener('abort', leave);
      // Work that is aborted keeps its place until it has ended, so the queues must not see the request's own signal.
      const begun = (): Promise<T> => {
        waited();
        return work({ ...deps, events: readingUntil(deps.events, signal, UNDO.rests) });
      };
      const options = { signal: waiting.signal };
      try {
        return await queueOf(workspace).add(() => all.add(begun, options), options);
      } finally {
        waited();
      }
    },
  };
};
