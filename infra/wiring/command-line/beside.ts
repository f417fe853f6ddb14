/** Work of a command, while roles that it needs run beside it in this process; they end with it. */
import { Interrupted, interruptedBy } from '../../../workers/cli/ports.ts';
import type { RoleContext } from '../roles/context.ts';
import { runProjectorRole } from '../roles/projector.ts';

export const GOES_ON = 'the same command goes on where it was';

type Run<T> = (signal: AbortSignal) => Promise<T>;

/** Rejects as soon as one of the roles does. They end with the work, or with `asked`. */
export const beside = async <T>(asked: AbortSignal, roles: readonly Run<void>[], work: Run<T>): Promise<T> => {
  const done = new AbortController();
  const signal = AbortSignal.any([asked, done.signal]);
  const running = roles.map((run) => run(signal));
  const working = work(signal);
  try {
    return await Promise.race([working, Promise.all(running).then(() => working)]);
  } finally {
    done.abort();
    await Promise.allSettled([...running, working]);
  }
};

/**
 * Work that waits for rows: a projector stands by, and leads if no other does. Told to stop, it throws `Interrupted` with what
 * `remains`, once the work has cleaned up after itself.
 */
export const besideProjector = <T>(context: RoleContext, work: Run<T>, remains = GOES_ON): Promise<T> => {
  const whole: Run<T> = async (signal) => {
    const result = await work(signal);
    if (context.signal.aborted) throw new Interrupted(remains);
    return result;
  };
  return beside(context.signal, [(signal) => runProjectorRole({ ...context, signal })], whole).catch(
    interruptedBy(context.signal, remains),
  );
};
