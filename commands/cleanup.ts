/** Best-effort cleanup at shutdown. */
import { within } from './within.ts';

/** Supervisors allow ten seconds or more. */
const WITHIN_MS = 1_000;

/** Resolves when the work ends or fails, or after `WITHIN_MS`; then it continues unawaited. */
export const cleanUpBriefly = (work: Promise<unknown>, failed: (error: unknown) => void): Promise<unknown> =>
  within<unknown>(WITHIN_MS, work.catch(failed), () => undefined);
