/** Runs work under a signal that aborts with any of several others, or after a time-out. */
import { setMaxListeners } from 'node:events';

export class TimeIsUp extends Error {
  override readonly name = 'TimeIsUp';
}

/**
 * Rejects as `work` does. Unlike `AbortSignal.any` and `AbortSignal.timeout` it leaves no listener or timer behind, which a
 * worker would accumulate with every request.
 */
export const cutOffBy = async <T>(
  signals: readonly AbortSignal[],
  timeoutMs: number | null,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController();
  const follow = (signal: AbortSignal) => (): void => controller.abort(signal.reason);
  const followed = signals.map((signal) => [signal, follow(signal)] as const);
  // Every running call listens to the signal of its queue or job, which exceeds the default limit of listeners.
  setMaxListeners(0, ...signals);
  for (const [signal, listener] of followed) {
    if (signal.aborted) listener();
    else signal.addEventListener('abort', listener);
  }
  const timer =
    timeoutMs === null
      ? undefined
      : setTimeout(() => controller.abort(new TimeIsUp(`no complete response within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    for (const [signal, listener] of followed) signal.removeEventListener('abort', listener);
  }
};
