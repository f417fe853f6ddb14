/** One stream of the double: its records, and which of them its metadata hide. */
import type { StoredRecord } from './records.ts';

/** `$tb` of a soft-deleted stream: all of its events, and the stream counts as absent. */
export const DELETED = Number.MAX_SAFE_INTEGER;
/** The server's encoding of it. */
const DELETED_ON_THE_WIRE = 9223372036854775807n;

export type Stream = {
  readonly records: StoredRecord[];
  truncateBefore: number;
  maxCount: number;
  tombstoned: boolean;
};

export const newStream = (): Stream => ({ records: [], truncateBefore: 0, maxCount: Infinity, tombstoned: false });

export const lastRevision = (stream: Stream | undefined): number => stream?.records.at(-1)?.revision ?? -1;

export const isDeleted = (stream: Stream): boolean => stream.truncateBefore === DELETED;

/** What a reader of the stream sees: the others are in the log until a scavenge, but not in the stream. */
export const visible = (stream: Stream): readonly StoredRecord[] => {
  const first = Math.max(stream.truncateBefore, lastRevision(stream) + 1 - stream.maxCount);
  return first <= (stream.records[0]?.revision ?? 0)
    ? stream.records
    : stream.records.filter(({ revision }) => revision >= first);
};

export const truncation = (before: number): Uint8Array =>
  Buffer.from(`{"$tb":${before === DELETED ? DELETED_ON_THE_WIRE : before}}`);

/** Applies a record of the metadata stream. */
export const applyMetadata = (stream: Stream, data: Uint8Array): void => {
  const settings = JSON.parse(Buffer.from(data).toString('utf8')) as { $tb?: number; $maxCount?: number };
  stream.truncateBefore = Math.min(settings.$tb ?? 0, DELETED);
  stream.maxCount = settings.$maxCount ?? Infinity;
};
