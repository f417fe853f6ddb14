/** Runs work under a signal that aborts with any of several others, or after a time-out. */
import { setMaxListeners } from 'node:events';

export class TimeIsUp extends Error {
  override readonly name = 'TimeIsUp';
}

/** Unlike `AbortSignal.any` and `AbortSignal.timeout`, leaves no listener or timer behind for a worker to accumulate. */
export const cutOffBy = async <T>(
  signals: readonly AbortSignal[],
  timeoutMs: number | null,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController();
  const followed = signals.map((signal) => [signal, (): void => controller.abort(signal.reason)] as const);
  // Every running call listens to the signal of its queue or job, which exceeds the default limit of listeners.
  setMaxListeners(0, ...signals);
  for (const [signal, listener] of followed) {
    if (signal.aborted) listener();
    else signal.addEventListener('abort', listener);
  }
  const expire = (): void => controller.abort(new TimeIsUp(`no complete response within ${timeoutMs} ms`));
  const timer = timeoutMs === null ? undefined : setTimeout(expire, timeoutMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    for (const [signal, listener] of followed) signal.removeEventListener('abort', listener);
  }
};
