/** Waits at start for stores that are not available yet, and reports it; wrong settings and damaged files fail immediately. */
import pRetry from 'p-retry';
import { backoff } from '../../commands/backoff.ts';
import type { Log } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import { interruptedBy } from '../interrupted.ts';
import { Damaged } from '../sqlite/connection/damaged.ts';
import { withoutCredentials } from '../address.ts';
import type { RoleStatus } from '../telemetry/health/readiness.ts';

/** The store to open and its address; null for a file. */
type Opening = { readonly what: string; readonly address: string | null };

export type Open = <T>(opening: Opening, open: () => Promise<T>) => Promise<T>;

/** Does not retry: for interactive commands. */
export const openOnce: Open = (_opening, open) => open();

export type WaitOptions = {
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Reports the current wait. */
  readonly status?: RoleStatus | undefined;
};

const PAUSES = backoff(500, 30_000);

/** Whether the error only reports that the signal ended the wait. */
export const isStop = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted && (error === signal.reason || (error instanceof Error && error.name === 'AbortError'));

/** Rejects with the signal's reason as soon as it is aborted; a store that opens later is closed again. */
const unlessStopped = async <T>(open: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  signal.throwIfAborted();
  const opening = open();
  let stop = (): void => undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([opening, stopped]);
  } catch (error) {
    opening.then((late) => (late as { close?: () => Promise<void> } | undefined)?.close?.()).catch(() => undefined);
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

/** For commands: throws `Interrupted` with `remains` as soon as the signal is aborted, however long a server would be tried. */
export const unlessInterrupted = <T>(
  signal: AbortSignal,
  work: () => Promise<T>,
  remains = 'nothing was changed; run it again',
): Promise<T> => unlessStopped(work, signal).catch(interruptedBy(signal, remains));

/** Retries with exponential backoff while `open` throws `Unavailable`, except for damaged files, which waiting cannot repair. */
export const waitUntilAvailable =
  ({ signal, log, status }: WaitOptions): Open =>
  async ({ what, address }, open) => {
    const before = status?.waitingFor ?? null;
    const where = address === null ? '' : ` at ${withoutCredentials(address)}`;
    const opened = await pRetry(() => unlessStopped(open, signal), {
      ...PAUSES,
      signal,
      onFailedAttempt: ({ error, attemptNumber }) => {
        if (!(error instanceof Unavailable) || error instanceof Damaged || signal.aborted) throw error;
        if (status !== undefined) status.waitingFor = `the ${what}${where}`;
        log.warn({ store: what, reason: error.message, attempt: attemptNumber }, `waits for the ${what}${where}`);
      },
    });
    if (status !== undefined) status.waitingFor = before;
    return opened;
  };
