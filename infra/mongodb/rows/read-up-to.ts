/** Reads documents by id up to a maximum total size. */
import { BSON, type Collection, type FindOptions } from 'mongodb';
import type { RowDocument } from './rows.ts';

/** Documents per server batch, which the server also keeps below 16 MiB. */
const AT_ONCE = 100;

/** `bytes`: stored size of the documents, measured only up to a bound. `left`: ids not read; never the first one. */
export const readUpTo = async (
  rows: Collection<RowDocument>,
  ids: readonly string[],
  most: number,
  options: FindOptions,
) => {
  const isBounded = Number.isFinite(most);
  const documents: RowDocument[] = [];
  let bytes = 0;
  const cursor = rows.find({ _id: { $in: ids } }, { ...options, batchSize: isBounded ? AT_ONCE : ids.length });
  for await (const document of cursor) {
    documents.push(document);
    if (isBounded) bytes += BSON.calculateObjectSize(document);
    // Leaving the loop closes the cursor.
    if (bytes > most) break;
  }
  if (bytes <= most) return { documents, bytes, left: [] };
  const looked = new Set(documents.map(({ _id }) => _id));
  const [first] = ids;
  if (first !== undefined && !looked.has(first)) {
    // Documents arrive in any order, and the caller continues from the first id.
    const document = await rows.findOne({ _id: first }, options);
    if (document !== null) documents.push(document);
    looked.add(first);
  }
  return { documents, bytes, left: ids.filter((id) => !looked.has(id)) };
};
