/** When to request a DOI again: the longer its record is unchanged, the less often. */

/** What is known of one answer, epoch ms. */
export type Answered = {
  /** When it was last given. */
  readonly askedAt: number;
  /** Since when it has been the same. */
  readonly changedAt: number;
};

export const HOUR_MS = 3_600_000;

/** A harvest looks every day unless configured otherwise. */
export const DEFAULT_INTERVAL_MS = 24 * HOUR_MS;

/** However long nothing has changed. A harvest that runs less often than that sets the pace itself. */
export const LONGEST_PAUSE_MS = 30 * 24 * HOUR_MS;

/** Runs begin at the same hour but do not reach everything at the same minute: what is nearly due is due, or it would wait for the next run. */
const EARLY = 0.1;

export const longestPause = (intervalMs: number): number => Math.max(intervalMs, LONGEST_PAUSE_MS);

/**
 * Waits as long as the last answer has stayed unchanged, at least one harvest interval and at most 30 days: an unchanged answer is
 * requested again after one interval, two, four and so on, however often staff request it in between.
 */
export const dueAt = ({ askedAt, changedAt }: Answered, intervalMs: number): number =>
  askedAt + Math.min(Math.max(intervalMs, askedAt - changedAt), longestPause(intervalMs));

/** Whether the last request was at least one interval ago. A time in the future came from a wrong clock. */
export const isStale = (askedAt: number, now: number, intervalMs: number): boolean =>
  askedAt > now || now >= askedAt + intervalMs * (1 - EARLY);

/** Whether a worker was late: a later answer is known. If it is later than any worker waits, a wrong clock dated it. */
export const isOvertaken = (answeredAt: number, lastAnsweredAt: number): boolean =>
  answeredAt < lastAnsweredAt && lastAnsweredAt - answeredAt <= HOUR_MS;

export const isDue = (answered: Answered, now: number, intervalMs: number): boolean =>
  answered.askedAt > now || now >= dueAt(answered, intervalMs) - intervalMs * EARLY;
