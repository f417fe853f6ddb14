/** What a failure of the client means: errors are distinguished by `type`, or by the gRPC code if they have none. */
import { Unavailable } from '../../domain/errors.ts';

const typeOf = (error: unknown): string | null => {
  const type = (error as { type?: unknown } | null)?.type;
  return typeof type === 'string' ? type : null;
};

/** These are permanent, so retrying is pointless. Anything else may be temporary. */
const FINAL = new Set(['access-denied', 'stream-deleted', 'maximum-append-size-exceeded', 'invalid-argument']);

/** The caller's mistake, not an unavailable server. */
const isMisuse = (error: unknown): error is RangeError | TypeError =>
  error instanceof RangeError || error instanceof TypeError;

export const isFinal = (error: unknown): boolean => isMisuse(error) || FINAL.has(typeOf(error) ?? '');

export const isWrongVersion = (error: unknown): error is { readonly actualVersion: bigint | string } =>
  typeOf(error) === 'wrong-expected-version';

/** A stream that never existed or was deleted, even permanently: readers find no events. */
export const isAbsence = (error: unknown): boolean =>
  ['stream-not-found', 'stream-deleted'].includes(typeOf(error) ?? '');

export const isTooLarge = (error: unknown): boolean => typeOf(error) === 'maximum-append-size-exceeded';

/** The server's answer for, among others, a position at which no record starts. */
export const isUnknown = (error: unknown): boolean => typeOf(error) === 'unknown';

/** The error of a call that gives up; misuse is rethrown unchanged. */
export const unavailable = (cause: unknown): Error => {
  if (cause instanceof Unavailable || isMisuse(cause)) return cause;
  const { message = '', code } = (cause ?? {}) as { message?: string; code?: number };
  const reason = message || (typeOf(cause) ?? (code === undefined ? 'unknown' : `gRPC status ${code}`));
  return new Unavailable('event store', reason, { cause });
};

/** The call timed out; whether it took effect is unknown. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}
