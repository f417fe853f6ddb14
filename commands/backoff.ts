/** Options of p-retry for any number of pauses: the first and the longest in milliseconds, each less a random part of up to half. */
export const backoff = (firstMs: number, longestMs: number) => ({
  ...{ retries: Infinity, minTimeout: firstMs / 2, randomize: true },
  /** Drawn anew for each call that spreads this: p-retry has no jitter here, but many callers must not return at once. */
  get maxTimeout(): number {
    return longestMs * (0.5 + Math.random() / 2);
  },
});
