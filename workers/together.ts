/** Structured concurrency for several tasks. */

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
