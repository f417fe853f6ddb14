/** Finds the rows of a failed write that MongoDB will never accept: too large, or of an unsupported shape. */
import { BSON, MongoBulkWriteError, MongoInvalidArgumentError, type AnyBulkWriteOperation } from 'mongodb';
import { RowRefused } from '../../../projections/ports.ts';
import { DUPLICATE_KEY, isOfDocument } from '../client/failures.ts';
import type { RowDocument } from './rows.ts';

/** MongoDB's document size limit, minus the overhead of the write command. */
const LARGEST = 16 * 1024 * 1024 - 1024;

const documentOf = (write: AnyBulkWriteOperation<RowDocument> | undefined): RowDocument | null => {
  if (write === undefined) return null;
  if ('insertOne' in write) return write.insertOne.document;
  return 'replaceOne' in write ? (write.replaceOne.replacement as RowDocument) : null;
};

type Refusal = { readonly document: RowDocument; readonly reason: string };

/** The driver sends nothing of a bulk write that contains a document beyond the limit. */
const tooLarge = (writes: readonly AnyBulkWriteOperation<RowDocument>[]): readonly Refusal[] =>
  writes.flatMap((write) => {
    const document = documentOf(write);
    const bytes = document === null ? 0 : BSON.calculateObjectSize(document, { ignoreUndefined: true });
    return document !== null && bytes > LARGEST ? [{ document, reason: `${bytes} bytes are beyond 16 MiB` }] : [];
  });

const refusals = (error: unknown, writes: readonly AnyBulkWriteOperation<RowDocument>[]): readonly Refusal[] => {
  if (error instanceof MongoInvalidArgumentError) return tooLarge(writes);
  if (!(error instanceof MongoBulkWriteError)) return [];
  const failures = [error.writeErrors].flat().filter(({ code }) => code !== DUPLICATE_KEY);
  // Other failures may mean that the server is unavailable, and take precedence.
  if (!failures.every(({ code }) => isOfDocument(code))) return [];
  return failures.flatMap(({ index, code, errmsg = '' }) => {
    const document = documentOf(writes[index]);
    return document === null ? [] : [{ document, reason: `${errmsg} (code ${code})` }];
  });
};

/** An error that names the rows if they caused the failure, otherwise the original error. */
export const refusedOf = (
  error: unknown,
  collection: string,
  writes: readonly AnyBulkWriteOperation<RowDocument>[],
): unknown => {
  const rows = refusals(error, writes).map(({ document, reason }) => ({ collection, id: document._id, reason }));
  return rows.length === 0 ? error : new RowRefused(rows, { cause: error });
};
