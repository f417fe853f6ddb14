/** The buckets of histograms, seconds. */

/** From a row that is in memory to the longest that a request may take. */
export const ANSWER_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What leaves the machine: from a neighbour's quick answer to a provider's time-out. */
export const REMOTE_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

export const secondsSince = (began: number): number => (performance.now() - began) / 1000;
