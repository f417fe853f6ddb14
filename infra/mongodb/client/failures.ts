/** What a failed call means: the server is unavailable, nothing was done, or the desired state already holds. */
import {
  MongoAPIError,
  MongoBulkWriteError,
  MongoError,
  MongoErrorLabel,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';

/** The driver's own time-outs do not bound a call as a whole, so the connection does. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The node is no primary, so it has refused the call whole. */
const NOT_PRIMARY_CODES = new Set<unknown>([10107, 13435]);

/** The node is shutting down, stepping down or recovering, or could not reach another in time. */
const AWAY_CODES = [6, 7, 64, 89, 91, 133, 134, 189, 262, 365, 9001, 11600, 11602, 13436];

/** The operation was ended, met another, or went by a plan, cursor or routing table that is out of date. */
const INTERRUPTED_CODES = [43, 63, 112, 117, 150, 175, 237, 246, 11601, 13388];

const PASSING_CODES = new Set<unknown>([...NOT_PRIMARY_CODES, ...AWAY_CODES, ...INTERRUPTED_CODES]);

/** How the server and the driver mark what may be tried again, whichever code it has. */
const PASSING_LABELS = /^(Retryable|Transient|SystemOverloaded)/;

const AWAY_NAMES =
  /^Mongo(Pool(Cleared|Closed)|WaitQueueTimeout|NotConnected|TopologyClosed|ServerClosed|ClientClosed|ExpiredSession|OperationTimeout)/;

/** A connection that is cut in the middle of a bulk comes as a bulk error without a refused write: it has no code, or the system's (`ECONNRESET`). */
const isCutOrPassing = ({ writeErrors, code, result }: MongoBulkWriteError): boolean => {
  const failures = [writeErrors].flat();
  if (result.getWriteConcernError() !== undefined) return true;
  return failures.length === 0
    ? typeof code !== 'number'
    : failures.every((failure) => PASSING_CODES.has(failure.code));
};

/** The name server that knows the hosts of a `mongodb+srv://` address did not answer, or does not know them yet. */
const isLookup = (error: unknown): boolean =>
  error instanceof Error && /^query(Srv|Txt)$/.test(String((error as NodeJS.ErrnoException).syscall));

/** The call may succeed when it is made again later. Whether it was carried out is unknown. */
export const isAway = (error: unknown): boolean =>
  error instanceof NoAnswer ||
  isLookup(error) ||
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  (error instanceof MongoBulkWriteError && isCutOrPassing(error)) ||
  (error instanceof MongoError &&
    (PASSING_CODES.has(error.code) ||
      error.errorLabels.some((label) => PASSING_LABELS.test(label)) ||
      AWAY_NAMES.test(error.name)));

/** The node has refused the call whole. */
export const isNotPrimary = (error: unknown): boolean =>
  error instanceof MongoError && NOT_PRIMARY_CODES.has(error.code);

/** This attempt at the call was not carried out: no server or connection was found for it, or the node refused it. */
export const isNotSent = (error: unknown): boolean =>
  error instanceof MongoServerSelectionError ||
  isNotPrimary(error) ||
  (error instanceof MongoError && // The labels that the driver gives to a connection that could not be made.
    (error.hasErrorLabel(MongoErrorLabel.HandshakeError) ||
      error.hasErrorLabel(MongoErrorLabel.SystemOverloadedError) ||
      error.name === 'MongoPoolClearedError'));

/**
 * The server or the connection failed in a way that this program does not know. It says nothing about the program, unlike
 * what the driver refuses because it is called wrongly.
 */
export const isServers = (error: unknown): boolean => error instanceof MongoError && !(error instanceof MongoAPIError);

/** For people: what was answered, with the code by which MongoDB's documentation has it. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no answer';
  if (!(error instanceof MongoServerError) || error.code === undefined) return error.message;
  return `${error.message} (code ${error.code}${error.codeName === undefined ? '' : `, ${error.codeName}`})`;
};

export const DUPLICATE_KEY = 11_000;

export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

/** Too large, too deep, or of a shape that the server or an index cannot hold, such as two arrays in one index. */
const OF_DOCUMENT_CODES = new Set<unknown>([
  2, 9, 14, 15, 16, 22, 28, 52, 54, 55, 56, 57, 121, 171, 10334, 17280, 17419,
]);

/** True for the code of a write's own error that the same document will always meet. */
export const isOfDocument = (code: unknown): boolean => OF_DOCUMENT_CODES.has(code);

/** Of a collection or its database, and of an index. */
const NOT_FOUND = new Set<unknown>([26, 27]);
const NAMESPACE_EXISTS = 48;

/** Some servers give the text without the code. */
export const isMissing = (error: unknown): boolean =>
  error instanceof MongoServerError && (NOT_FOUND.has(error.code) || /ns not found/i.test(error.message));

export const isThereAlready = (error: unknown): boolean =>
  error instanceof MongoServerError && (error.code === NAMESPACE_EXISTS || /already exists/i.test(error.message));

/** Takes what is wanted for done. */
export const unless =
  (isWanted: (error: unknown) => boolean) =>
  (error: unknown): void => {
    if (!isWanted(error)) throw error;
  };
