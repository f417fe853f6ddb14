/** Reads the input of folds: existing rows, up to a total size, and the tombstones of removed ones. */
import type { RowsWithTombstones } from '../../../projections/ports.ts';
import { READ_WITH_PAGE_BYTES } from './compressing.ts';
import { columnOf } from './layout.ts';
import { rowsById, type Reading } from './reading.ts';
import { tombstonesAmong } from './tombstones.ts';

/** A compressed document is at most about so many times as large, and at most so large, as JSON. */
const DOCUMENT = `iif(typeof(doc) = 'blob', min(8 * octet_length(doc), ${READ_WITH_PAGE_BYTES}), octet_length(doc))`;

/** SQLite stores lengths before texts, so reading a length does not read a long text. */
const sizesOf = ({ statements, layout }: Reading, ids: readonly string[]): ReadonlyMap<string, number> => {
  const shown = ['terms', ...[...layout.shown].map(columnOf)];
  const sizes = [DOCUMENT, ...shown.map((column) => `octet_length(coalesce(${column}, ''))`)];
  return new Map(
    statements
      .all(
        `SELECT id, ${sizes.join(' + ')} FROM ${layout.documents.name} WHERE id IN (SELECT value FROM json_each(?))`,
        [JSON.stringify(ids)],
      )
      .map(([id, size]) => [String(id), Number(size)]),
  );
};

/** Call within a read transaction. Always reads at least the first id. */
export const loadForFolding = (reading: Reading, ids: readonly string[], bytes: number): RowsWithTombstones => {
  const sizes = Number.isFinite(bytes) ? sizesOf(reading, ids) : new Map<string, number>();
  let [held, count] = [0, 0];
  for (const id of ids) {
    held += sizes.get(id) ?? 0;
    if (count > 0 && held > bytes) break;
    count += 1;
  }
  const selected = ids.slice(0, count);
  return {
    rows: new Map(rowsById(reading.statements, reading.layout, selected).map((row) => [row.id, row])),
    tombstones: tombstonesAmong(reading.statements, reading.layout.collection, selected),
    left: ids.slice(count),
  };
};
