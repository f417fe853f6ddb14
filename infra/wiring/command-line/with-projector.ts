/** Runs a command's work together with the roles it needs in this process. */
import { Unavailable } from '../../../domain/errors.ts';
import { Interrupted, interruptedBy } from '../../../workers/cli/ports.ts';
import type { RoleContext } from '../roles/context.ts';
import { runProjectorRole } from '../roles/projector.ts';

export const RESUMES = 'run the same command again to continue';

type Run<T> = (signal: AbortSignal) => Promise<T>;

/** Rejects as soon as one of the roles does. Stops the roles when the work ends or `stop` is aborted. */
export const withRoles = async <T>(stop: AbortSignal, roles: readonly Run<void>[], work: Run<T>): Promise<T> => {
  const done = new AbortController();
  const signal = AbortSignal.any([stop, done.signal]);
  const running = roles.map((run) => run(signal));
  const working = work(signal);
  try {
    return await Promise.race([working, Promise.all(running).then(() => working)]);
  } finally {
    done.abort();
    await Promise.allSettled([...running, working]);
  }
};

/** Adds what an interruption or a lost store leaves, and how the operator continues. */
export const leaving = (signal: AbortSignal, remains: string) => {
  const interrupted = interruptedBy(signal, remains);
  return (error: unknown): never => {
    if (signal.aborted || !(error instanceof Unavailable)) return interrupted(error);
    throw new Unavailable(error.what, `${error.reason}; ${remains}`, { cause: error });
  };
};

/** Beside a standby projector, which leads if no other does. An interruption lets the work clean up, then throws; `remains` is what that, or a lost store, leaves. */
export const withProjector = <T>(context: RoleContext, work: Run<T>, remains = RESUMES): Promise<T> => {
  const whole: Run<T> = async (signal) => {
    const result = await work(signal);
    if (context.signal.aborted) throw new Interrupted(remains);
    return result;
  };
  return withRoles(context.signal, [(signal) => runProjectorRole({ ...context, signal })], whole).catch(
    leaving(context.signal, remains),
  );
};
