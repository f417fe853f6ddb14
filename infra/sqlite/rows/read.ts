/** Pages of listings: first their row numbers, from indexes alone, then those documents. The input of folds. */
import type { Find, Row, RowsWithTombstones, Sort } from '../../../projections/ports.ts';
import { cutRows, LargeRow, pagedRows, wholeRows } from './codec.ts';
import {
  byTerms,
  orderSql,
  type Reading,
  rowOf,
  rowsById,
  select,
  type Selection,
  type Source,
  type Sql,
  THRESHOLDS,
  valueOf,
} from './query.ts';
import { columnOf, type Layout, mayTie, tombstonesAmong } from './schema.ts';

type Page = { readonly sort: Sort; readonly offset: number; readonly limit: number; readonly isReversed?: boolean };

type Found = Row | LargeRow;

/** The tie-breaker; without ties, looking up the id would be wasted. */
const tieOf = (source: Source, { field }: Sort): string =>
  field === 'id' || mayTie(source.layout.collection, field) ? valueOf(source, 'id').sql : 'NULL';

/** Ordered row numbers, with their sort values. */
const ordered = (
  { source, from }: Selection,
  where: Sql,
  { sort, isReversed }: Omit<Page, 'offset' | 'limit'>,
): Sql => ({
  sql: `SELECT ${rowOf(source)} AS row, ${valueOf(source, sort.field).sql} AS key, ${tieOf(source, sort)} AS id
        FROM ${from(false)} WHERE ${where.sql} ORDER BY ${orderSql(source, sort, isReversed)}`,
  values: where.values,
});

/** Row numbers of the listing's first rows that contain the terms. */
const amongFirst = (selection: Selection, { documents }: Layout, { where }: Find, page: Page): Sql => {
  const first = ordered(selection, selection.conditions, page);
  const terms = byTerms(where.terms);
  return {
    sql: `SELECT f.row, f.key, f.id FROM (${first.sql} LIMIT ${THRESHOLDS.looked}) f
          CROSS JOIN ${documents.name} m ON m.row = f.row WHERE ${terms.sql}`,
    values: [...first.values, ...terms.values],
  };
};

/** The same page, counted from the nearer end of a listing of known length. */
const nearest = (page: Page, total = Infinity): Page => {
  const { offset, limit } = page;
  const isReversed = offset > total / 2;
  if (!isReversed) return page;
  const length = Math.max(0, Math.min(limit, total - offset));
  return { ...page, isReversed, offset: Math.max(0, total - offset - length), limit: length };
};

/** Runs within a read transaction. Rows too long for it are left to `rowAsFound`. */
export const find = (reading: Reading, query: Find): readonly Found[] => {
  const { statements, layout } = reading;
  const { where, sort = { field: 'id', dir: 'asc' }, offset = 0, limit, total, fields } = query;
  const page: Page = { sort, offset, limit };
  const selection = select(reading, where, sort);
  const { plan, isOrdered } = selection;
  const cut = fields === undefined ? pagedRows(layout) : cutRows(layout, fields);
  const read = (rows: Sql, from: Pick<Page, 'offset' | 'limit'>): readonly Found[] =>
    statements
      .all(
        `SELECT ${cut.columns} FROM (${rows.sql} LIMIT ? OFFSET ?) p CROSS JOIN ${layout.documents.name} d ON d.row = p.row
         ORDER BY ${sort.field === 'id' ? `p.id ${sort.dir}` : `p.key ${sort.dir} NULLS LAST, p.id`}`,
        [...rows.values, from.limit, from.offset],
      )
      .map(cut.decode);

  if (plan.kind === 'many' && plan.isDense && isOrdered && offset + limit <= THRESHOLDS.looked / 4) {
    const looked = read(amongFirst(selection, layout, query, page), page);
    if (looked.length === limit) return looked;
  }
  const near = isOrdered && offset >= THRESHOLDS.deep ? nearest(page, total) : page;
  return read(ordered(selection, selection.where, near), near);
};

/** A row left out of its page; null if it has changed since. */
const rowAsFound = ({ statements, layout }: Reading, { row, id, position }: LargeRow): Row | null => {
  const { columns, decode } = wholeRows(layout);
  const sql = `SELECT ${columns} FROM ${layout.documents.name} d WHERE d.row = ? AND d.id = ? AND d.position = ?`;
  return statements.all(sql, [row, id, position]).map(decode)[0] ?? null;
};

/** Runs work on a snapshot of the file. */
type Read = <T>(work: (reading: Reading) => T) => Promise<T>;

/** How often a page is reread if its large rows change during reading; after that, it is read in one go, however large. */
const TRIES = 3;

/** Most rows are read in one go, large ones one at a time, so other work gets its turn in between. */
const wholeOf = async (read: Read, found: readonly Found[]): Promise<readonly (Row | null)[]> => {
  const rows: (Row | null)[] = [];
  for (const each of found)
    rows.push(each instanceof LargeRow ? await read((reading) => rowAsFound(reading, each)) : each);
  return rows;
};

/** Returns every row as of the page: one that has changed since may no longer belong to it. */
export const pagesOf = async (read: Read, query: Find): Promise<readonly Row[]> => {
  for (let tried = 1; tried < TRIES; tried += 1) {
    const rows = await wholeOf(read, await read((reading) => find(reading, query)));
    const unchanged = rows.filter((row) => row !== null);
    if (unchanged.length === rows.length) return unchanged;
  }
  return read((reading) =>
    find(reading, query).flatMap((each) => (each instanceof LargeRow ? (rowAsFound(reading, each) ?? []) : each)),
  );
};

/** SQLite stores lengths before texts, so reading a length does not read a long text. */
const sizesOf = ({ statements, layout }: Reading, ids: readonly string[]): ReadonlyMap<string, number> => {
  const shown = ['terms', ...[...layout.shown].map(columnOf)];
  const sizes = ['octet_length(doc)', ...shown.map((column) => `octet_length(coalesce(${column}, ''))`)];
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
