/** What a process takes back as it ends, and what lapses without it. */
import pTimeout from 'p-timeout';

/** Supervisors grant ten seconds and more to all that ends. */
const WITHIN_MS = 1_000;

/** Resolves when the work has ended, or has `failed`, or when the store has not answered for so long: it goes on then unawaited. */
export const cleanUpBriefly = (work: Promise<unknown>, failed: (error: unknown) => void): Promise<unknown> =>
  pTimeout(work.catch(failed), { milliseconds: WITHIN_MS, message: false });
