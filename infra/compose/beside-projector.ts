/** Work of a command that waits for rows: a projector stands by in this process meanwhile, and leads if nobody else does. */
import { runProjectorRole, type RoleContext } from './roles.ts';

/** Stopped by the operator. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('interrupted; the same command goes on where it was');
  }
}

/** Throws `Interrupted` if the projector ends before the work does. */
export const besideProjector = async <T>(
  context: RoleContext,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const done = new AbortController();
  const signal = AbortSignal.any([context.signal, done.signal]);
  const projecting = runProjectorRole({ ...context, signal });
  try {
    const ended = projecting.then(() => Promise.reject(new Interrupted()));
    ended.catch(() => undefined);
    return await Promise.race([work(signal), ended]);
  } finally {
    done.abort();
    await Promise.allSettled([projecting]);
  }
};
