/** What a failure of the client means: errors are told apart by `type`, or by the gRPC code where they have none. */
import { Unavailable } from '../../domain/errors.ts';

/** `type` of the client's errors; a raw gRPC error has none. */
const typeOf = (error: unknown): string | null => {
  const type = (error as { type?: unknown } | null)?.type;
  return typeof type === 'string' ? type : null;
};

/** Nothing changes these, so trying again is no use. Anything else may be a matter of the moment. */
const FINAL = new Set(['access-denied', 'stream-deleted', 'maximum-append-size-exceeded', 'invalid-argument']);

/** The caller's mistake, not the server's absence. */
const isMisuse = (error: unknown): error is RangeError | TypeError =>
  error instanceof RangeError || error instanceof TypeError;

export const isFinal = (error: unknown): boolean => isMisuse(error) || FINAL.has(typeOf(error) ?? '');

export const isWrongVersion = (error: unknown): error is { readonly actualVersion: bigint | string } =>
  typeOf(error) === 'wrong-expected-version';

/** A stream that never was, was deleted, or can never be again: to a reader there is nothing. */
export const isAbsence = (error: unknown): boolean => {
  const type = typeOf(error);
  return type === 'stream-not-found' || type === 'stream-deleted';
};

export const isTooLarge = (error: unknown): boolean => typeOf(error) === 'maximum-append-size-exceeded';

/** The server's word for, among others, a position at which no record begins. */
export const isUnknown = (error: unknown): boolean => typeOf(error) === 'unknown';

/** What a call throws when it gives up; a misuse stays what it is. */
export const unavailable = (cause: unknown): Error => {
  if (cause instanceof Unavailable || isMisuse(cause)) return cause;
  const { message = '', code } = (cause ?? {}) as { message?: string; code?: number };
  const reason = message || (typeOf(cause) ?? (code === undefined ? 'unknown' : `gRPC status ${code}`));
  return new Unavailable('event store', reason, { cause });
};

/** The call outlived its time; whether it did anything is not known. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}
