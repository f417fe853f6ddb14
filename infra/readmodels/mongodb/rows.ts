/** Rows as documents: the same fields, `id` being the document's own. */
import type { AnyBulkWriteOperation, Document } from 'mongodb';
import type { Change, Row } from '../../../projections/ports.ts';

export type RowDocument = Document & { readonly _id: string; readonly position: number };

export const documentOf = ({ id, ...fields }: Row): RowDocument => ({ _id: id, ...fields });

export const rowOf = ({ _id, ...fields }: RowDocument): Row => ({ id: _id, ...fields });

/**
 * Each write happens only if it is later than what is there. A row that is there and as late does not match, so the
 * upsert tries to insert it and meets its key: that error says that there is nothing to do.
 */
export const writesOf = ({ replace, remove = [] }: Change): readonly AnyBulkWriteOperation<RowDocument>[] => [
  ...replace.map((row) => ({
    replaceOne: {
      filter: { _id: row.id, position: { $lt: row.position } },
      replacement: documentOf(row),
      upsert: true,
    },
  })),
  ...remove.map(({ id, position }) => ({ deleteOne: { filter: { _id: id, position: { $lt: position } } } })),
];
