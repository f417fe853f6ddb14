/** Why a tool could not do its work, in words. */
import { failureFrom, type Failure } from '../../client/failure.ts';
import { words as t } from './words.ts';

/** The parts that the catalogue is divided into stand alone: what failed in one was done in the others. */
const brokenParts = (failure: Failure): number | null => {
  const parts = failure.details['failed_shards'];
  return Array.isArray(parts) ? parts.length : null;
};

export const failedInWords = (error: unknown): Failure => {
  const failure = failureFrom(error);
  const parts = brokenParts(failure);
  if (parts !== null) return failure.saying(t('parts_failed', { count: parts }));
  if (failure.code === 'publication_not_found') return failure.saying(t('no_such_publication'));
  return failure;
};
