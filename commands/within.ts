/** Bounds how long work is awaited. */

/**
 * Settles as `work` does, or after this many milliseconds as `late` does; a later outcome of `work` is then ignored. Costs one timer: an
 * error is only made when the time is up.
 */
export const within = <T>(ms: number, work: Promise<T>, late: () => T): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => resolve(Promise.resolve().then(late)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
