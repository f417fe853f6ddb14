/** Work under a signal that ends with any of several, or when time is up. */
import { setMaxListeners } from 'node:events';

export class TimeIsUp extends Error {
  override readonly name = 'TimeIsUp';
}

/**
 * Throws what `work` throws. Unlike `AbortSignal.any` and `AbortSignal.timeout` it leaves no listener and no timer behind,
 * of which a worker would gather one for each request it makes.
 */
export const cutOffBy = async <T>(
  signals: readonly AbortSignal[],
  timeoutMs: number | null,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController();
  const follow = (signal: AbortSignal) => (): void => controller.abort(signal.reason);
  const followed = signals.map((signal) => [signal, follow(signal)] as const);
  // A queue's or a job's signal is followed by every call under way.
  setMaxListeners(0, ...signals);
  for (const [signal, listener] of followed) {
    if (signal.aborted) listener();
    else signal.addEventListener('abort', listener);
  }
  const timer =
    timeoutMs === null
      ? undefined
      : setTimeout(() => controller.abort(new TimeIsUp(`no whole answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    for (const [signal, listener] of followed) signal.removeEventListener('abort', listener);
  }
};
