/** Retries with p-retry, which costs more than most calls: it is only used once the first attempt has failed. */
import pRetry, { type Options } from 'p-retry';

/** `pRetry`, with options that are only made if needed. Its `maxRetryTime` counts from the first failure. */
export const retried = async <T>(attempt: (number: number) => Promise<T>, options: () => Options): Promise<T> => {
  const first = attempt(1);
  try {
    return await first;
  } catch {
    return pRetry((number) => (number === 1 ? first : attempt(number)), options());
  }
};
