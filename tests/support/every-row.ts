/** All rows of a collection, by ascending id. */
import type { Collection, ReadModels, Row } from '../../projections/ports.ts';
import { stream } from '../../projections/queries/listing.ts';

export const everyRow = (readModels: ReadModels, collection: Collection): AsyncIterable<Row> =>
  stream(readModels, { collection, where: { all: [] }, items: (rows) => rows });
