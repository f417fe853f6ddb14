/** Structured concurrency for several tasks. */
const underWay = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs tasks with the same key one at a time in this process, so that each sees the result of the previous one. `among`: the scope of
 * the keys, such as a store.
 */
export const oneAtATime = async <T>(among: object, key: string, work: () => Promise<T>): Promise<T> => {
  const works = underWay.get(among) ?? new Map<string, Promise<unknown>>();
  underWay.set(among, works);
  const before = works.get(key);
  const own = (before ?? Promise.resolve()).then(work, work);
  works.set(key, own);
  try {
    return await own;
  } finally {
    if (works.get(key) === own) works.delete(key);
  }
};

export type Work = (signal: AbortSignal) => Promise<unknown>;

/** Resolves when all tasks have ended. The first failure aborts the others, and is thrown after they have ended. */
export const together = async (signal: AbortSignal, works: readonly Work[]): Promise<void> => {
  const failed = new AbortController();
  const ends = AbortSignal.any([signal, failed.signal]);
  const running = works.map(async (work) => {
    try {
      await work(ends);
    } catch (error) {
      failed.abort(error);
    }
  });
  await Promise.all(running);
  failed.signal.throwIfAborted();
};

/** Waits until all have ended, then throws the error of the first failed one in the given order. */
export const allEnded = async (works: readonly Promise<unknown>[]): Promise<void> => {
  const broken = (await Promise.allSettled(works)).find((each) => each.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
};
