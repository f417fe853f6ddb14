/** What a failed call says: that the server is away, that nothing was done, or that what was wanted is so already. */
import {
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
const AWAY_CODES = new Set<unknown>([...NOT_PRIMARY_CODES, 6, 7, 64, 89, 91, 134, 189, 262, 9001, 11600, 11602, 13436]);

const AWAY_NAMES = /^(Mongo(PoolCleared|WaitQueueTimeout|NotConnected|TopologyClosed)|PoolCleared)/;

/** The call may succeed when it is made again later. Whether it was carried out is unknown. */
export const isAway = (error: unknown): boolean =>
  error instanceof NoAnswer ||
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  // A connection that is cut in the middle of a bulk comes as a bulk error without a refused write.
  (error instanceof MongoBulkWriteError &&
    (error.result.getWriteConcernError() !== undefined || [error.writeErrors].flat().length === 0)) ||
  (error instanceof MongoError &&
    (AWAY_CODES.has(error.code) ||
      error.hasErrorLabel(MongoErrorLabel.RetryableWriteError) ||
      AWAY_NAMES.test(error.name)));

/** The call was surely not carried out: no server or connection was found for it, or the node refused it. */
export const isNotSent = (error: unknown): boolean =>
  error instanceof MongoServerSelectionError ||
  (error instanceof MongoError &&
    (NOT_PRIMARY_CODES.has(error.code) ||
      // The labels that the driver gives to a connection that could not be made.
      error.hasErrorLabel(MongoErrorLabel.HandshakeError) ||
      error.hasErrorLabel(MongoErrorLabel.SystemOverloadedError) ||
      error.name === 'MongoPoolClearedError'));

export const DUPLICATE_KEY = 11_000;

export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

const NAMESPACE_NOT_FOUND = 26;
const NAMESPACE_EXISTS = 48;

/** Some servers give the text without the code. */
export const isMissing = (error: unknown): boolean =>
  error instanceof MongoServerError && (error.code === NAMESPACE_NOT_FOUND || /ns not found/i.test(error.message));

export const isThereAlready = (error: unknown): boolean =>
  error instanceof MongoServerError && (error.code === NAMESPACE_EXISTS || /already exists/i.test(error.message));
