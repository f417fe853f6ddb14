/** Classifies failed calls: the server is unavailable, it refused, or the desired state already holds. */
import {
  MongoAPIError,
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';

/** The time of a call is up. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The node is no primary, is shutting down, stepping down or recovering, or could not reach another in time. */
const AWAY_CODES = [6, 7, 64, 89, 91, 133, 134, 189, 262, 365, 9001, 10107, 11600, 11602, 13435, 13436];

/** The operation was aborted, conflicted with another, or used an outdated plan, cursor or routing table. */
const INTERRUPTED_CODES = [43, 63, 112, 117, 150, 175, 237, 246, 11601, 13388];

const PASSING_CODES = new Set<unknown>([...AWAY_CODES, ...INTERRUPTED_CODES]);

/** Labels by which the server and the driver mark retryable errors, regardless of the code. */
const PASSING_LABELS = /^(Retryable|Transient|SystemOverloaded)/;

const AWAY_NAMES =
  /^Mongo(Pool(Cleared|Closed)|WaitQueueTimeout|NotConnected|TopologyClosed|ServerClosed|ClientClosed|ExpiredSession)/;

/** A connection lost during a bulk write is reported as a bulk error without a failed write, with no code or the system's (`ECONNRESET`). */
const isLostOrTransient = ({ writeErrors, code, result }: MongoBulkWriteError): boolean => {
  const failures = [writeErrors].flat();
  if (result.getWriteConcernError() !== undefined) return true;
  return failures.length === 0
    ? typeof code !== 'number'
    : failures.every((failure) => PASSING_CODES.has(failure.code));
};

/** DNS did not answer the query for the hosts of a `mongodb+srv://` address, or does not have them yet. */
const isLookup = (error: unknown): boolean =>
  error instanceof Error && /^query(Srv|Txt)$/.test(String((error as NodeJS.ErrnoException).syscall));

/** The call may succeed if retried later. Whether it was executed is unknown. */
export const isAway = (error: unknown): boolean =>
  error instanceof NoAnswer ||
  isLookup(error) ||
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  (error instanceof MongoBulkWriteError && isLostOrTransient(error)) ||
  (error instanceof MongoError &&
    (PASSING_CODES.has(error.code) ||
      error.errorLabels.some((label) => PASSING_LABELS.test(label)) ||
      AWAY_NAMES.test(error.name)));

/** An unknown error of the server or the connection, not one about wrong use of the driver, which would be a bug here. */
export const isServers = (error: unknown): boolean => error instanceof MongoError && !(error instanceof MongoAPIError);

/** The message for operators, with the error code used in MongoDB's documentation. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no answer';
  if (!(error instanceof MongoServerError) || error.code === undefined) return error.message;
  return `${error.message} (code ${error.code}${error.codeName === undefined ? '' : `, ${error.codeName}`})`;
};

export const DUPLICATE_KEY = 11_000;

export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

/** Codes for a missing collection or database, and a missing index. */
const NOT_FOUND = new Set<unknown>([26, 27]);
const NAMESPACE_EXISTS = 48;

/** Some servers return the message without the code. */
export const isMissing = (error: unknown): boolean =>
  error instanceof MongoServerError && (NOT_FOUND.has(error.code) || /ns not found/i.test(error.message));

export const isThereAlready = (error: unknown): boolean =>
  error instanceof MongoServerError && (error.code === NAMESPACE_EXISTS || /already exists/i.test(error.message));

/** An index with this name or these keys exists and is different. */
const CONFLICTING_INDEX = new Set<unknown>([85, 86]);

/** A failed index build that waiting cannot help, as an error that says what to do. */
export const explainedConflict =
  (collection: string) =>
  (error: unknown): never => {
    if (!(error instanceof MongoServerError) || !CONFLICTING_INDEX.has(error.code)) throw error;
    throw new Error(
      `an index of ${collection} conflicts with one that this program did not create; drop that one: ${reasonOf(error)}`,
      { cause: error },
    );
  };

/** Treats the desired state as success. */
export const unless =
  (isWanted: (error: unknown) => boolean) =>
  (error: unknown): void => {
    if (!isWanted(error)) throw error;
  };
