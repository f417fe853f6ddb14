/** Several works that stand and fall together. */

export type Work = (signal: AbortSignal) => Promise<unknown>;

/** Resolves when all have ended. The first that fails ends the others, and its error is thrown once they have: nothing is left running. */
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

/** Waits until all of them have ended, then throws what the first that failed in their order has thrown. */
export const allEnded = async (works: readonly Promise<unknown>[]): Promise<void> => {
  const broken = (await Promise.allSettled(works)).find((each) => each.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
};
