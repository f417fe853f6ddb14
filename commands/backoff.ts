/** Options of p-retry for any number of pauses: the first and the longest in milliseconds, each less a random part of up to half. */
export const backoff = (firstMs: number, longestMs: number) => ({
  ...{ retries: Infinity, minTimeout: firstMs / 2, randomize: true },
  /** A getter, so that each call which spreads this gets its own: p-retry adds no jitter at the longest pause. */
  get maxTimeout(): number {
    return longestMs * (0.5 + Math.random() / 2);
  },
});
