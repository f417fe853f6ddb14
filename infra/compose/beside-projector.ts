/** Work of a command that waits for rows: a projector stands by in this process meanwhile, and leads if nobody else does. */
import { Interrupted, interruptedBy } from '../../workers/cli/ports.ts';
import { runProjectorRole, type RoleContext } from './roles.ts';

export const GOES_ON = 'the same command goes on where it was';

/**
 * Told to stop, it throws `Interrupted` with what `remains`, once the work has cleaned up after itself; and so it does if the
 * projector ends before the work.
 */
export const besideProjector = async <T>(
  context: RoleContext,
  work: (signal: AbortSignal) => Promise<T>,
  remains = GOES_ON,
): Promise<T> => {
  const done = new AbortController();
  const signal = AbortSignal.any([context.signal, done.signal]);
  const projecting = runProjectorRole({ ...context, signal });
  const working = work(signal);
  try {
    const ended = projecting.then(() => Promise.reject(new Interrupted(remains)));
    ended.catch(() => undefined);
    return await Promise.race([working, ended]).catch(interruptedBy(context.signal, remains));
  } finally {
    done.abort();
    await Promise.allSettled([projecting, working]);
  }
};
