/** Resumes interrupted reads, retrying until nothing has arrived for the time-out. */
import { AbortError, type Options } from 'p-retry';
import { backoff } from '../../commands/backoff.ts';
import { retried as attempted } from '../../commands/retried.ts';
import { isFinal, TimedOut, unavailable, type Where } from './failures.ts';
import { Deadline } from './time.ts';

const PAUSES = backoff(25, 2_000);

/**
 * Throws `Unavailable` if another attempt is pointless or would miss the deadline, and the cause of an `AbortError`. An attempt that
 * the deadline cuts off says less than the failure before it.
 */
export const retried = <T>(
  where: Where,
  ask: (deadline: Deadline, attempt: number) => Promise<T>,
  deadline: Deadline,
  options: Pick<Options, 'signal' | 'onFailedAttempt'> = {},
): Promise<T> => {
  let failure: Error | undefined;
  const inTime = async (attempt: number): Promise<T> => {
    // p-retry makes a last attempt when the time is up.
    if (failure !== undefined && deadline.left < 1) throw new AbortError(failure);
    try {
      return await ask(deadline, attempt);
    } catch (error) {
      if (error instanceof AbortError) throw error;
      if (failure === undefined || !(error instanceof TimedOut)) failure = unavailable(error, where);
      throw isFinal(error) ? new AbortError(failure) : failure;
    }
  };
  return attempted(inTime, () => ({ ...PAUSES, ...options, maxRetryTime: deadline.left }));
};

/**
 * `open` reads after the last item handed over (undefined: from the start), whose first item must come before the
 * deadline. Throws `Unavailable` when no item and no end has come for `timeoutMs`.
 */
export const resumed = async function* <T>(
  { timeoutMs, ...where }: Where & { readonly timeoutMs: number },
  open: (last: T | undefined, deadline: Deadline) => AsyncIterable<T>,
  options?: Parameters<typeof retried>[3],
): AsyncGenerator<T> {
  let last: T | undefined;
  let deadline = new Deadline(timeoutMs);
  let items = open(last, deadline)[Symbol.asyncIterator]();
  const resume = (coming: Promise<IteratorResult<T>>): Promise<IteratorResult<T>> =>
    retried(
      where,
      (within, attempt) => {
        // What has failed was the first attempt.
        if (attempt === 1) return coming;
        items = open(last, within)[Symbol.asyncIterator]();
        return items.next();
      },
      deadline,
      options,
    );
  try {
    for (;;) {
      const coming = items.next();
      const step = await coming.catch(() => resume(coming));
      if (step.done === true) return;
      yield (last = step.value);
      deadline = new Deadline(timeoutMs);
    }
  } finally {
    await items.return?.();
  }
};
