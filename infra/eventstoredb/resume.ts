/** Resumes interrupted reads, retrying until nothing has arrived for the time-out. */
import { isFinal, unavailable } from './failures.ts';
import { Deadline, pause, pauseBefore } from './time.ts';

/** Waits before the next attempt. Throws `Unavailable` if another is pointless or would miss the deadline. */
export const pauseAfter = async (error: unknown, attempt: number, deadline: Deadline): Promise<void> => {
  const wait = pauseBefore(attempt);
  if (isFinal(error) || wait >= deadline.left) throw unavailable(error);
  await pause(wait);
};

/**
 * `open` reads after the last item handed over (undefined: from the start), whose first item must come before the
 * deadline. Throws `Unavailable` when no item and no end has come for `timeoutMs`.
 */
export const resumed = async function* <T>(
  open: (last: T | undefined, deadline: Deadline) => AsyncIterable<T>,
  timeoutMs: number,
): AsyncGenerator<T> {
  let last: T | undefined;
  let deadline = new Deadline(timeoutMs);
  for (let attempt = 0; ; attempt += 1)
    try {
      for await (const item of open(last, deadline)) {
        last = item;
        yield item;
        attempt = 0;
        deadline = new Deadline(timeoutMs);
      }
      return;
    } catch (error) {
      await pauseAfter(error, attempt, deadline);
    }
};

/** The same for a single result. */
export const retried = async <T>(ask: (deadline: Deadline) => Promise<T>, timeoutMs: number): Promise<T> => {
  const deadline = new Deadline(timeoutMs);
  for (let attempt = 0; ; attempt += 1)
    try {
      return await ask(deadline);
    } catch (error) {
      await pauseAfter(error, attempt, deadline);
    }
};
