/** Pages of listings: first their row numbers, from indexes alone, then those documents. */
import type { Find, Row, Sort } from '../../../projections/ports.ts';
import { rowOf } from './access.ts';
import { orderSql, valueOf, type Source, type Sql } from './conditions.ts';
import { cutRows, LargeRow, pagedRows, wholeRows } from './documents.ts';
import { mayTie, type Layout } from './layout.ts';
import { THRESHOLDS } from './plan.ts';
import type { Reading } from './reading.ts';
import { byTerms, select, type Selection } from './selecting.ts';

type Page = { readonly sort: Sort; readonly offset: number; readonly limit: number; readonly isReversed?: boolean };

type Found = Row | LargeRow;

/** What breaks a tie: where there is none, an id would be looked up for nothing. */
const tieOf = (source: Source, { field }: Sort): string =>
  field === 'id' || mayTie(source.layout.collection, field) ? valueOf(source, 'id').sql : 'NULL';

/** Row numbers in order, with what they are ordered by. */
const ordered = (
  { source, from }: Selection,
  where: Sql,
  { sort, isReversed }: Omit<Page, 'offset' | 'limit'>,
): Sql => ({
  sql: `SELECT ${rowOf(source)} AS row, ${valueOf(source, sort.field).sql} AS key, ${tieOf(source, sort)} AS id
        FROM ${from(false)} WHERE ${where.sql} ORDER BY ${orderSql(source, sort, isReversed)}`,
  values: where.values,
});

/** Those of the first rows of the listing that hold the terms. */
const amongFirst = (selection: Selection, { documents }: Layout, { where }: Find, page: Page): Sql => {
  const first = ordered(selection, selection.conditions, page);
  const terms = byTerms(where.terms);
  return {
    sql: `SELECT f.row, f.key, f.id FROM (${first.sql} LIMIT ${THRESHOLDS.looked}) f
          CROSS JOIN ${documents.name} m ON m.row = f.row WHERE ${terms.sql}`,
    values: [...first.values, ...terms.values],
  };
};

/** The same page, counted from the nearer end of the listing, where its length is known. */
const nearest = (page: Page, total = Infinity): Page => {
  const { offset, limit } = page;
  const isReversed = offset > total / 2;
  if (!isReversed) return page;
  const length = Math.max(0, Math.min(limit, total - offset));
  return { ...page, isReversed, offset: Math.max(0, total - offset - length), limit: length };
};

/** Within a read transaction. Rows that are too long for it are left to `rowAsFound`. */
export const find = (reading: Reading, asked: Find): readonly Found[] => {
  const { statements, layout } = reading;
  const { where, sort = { field: 'id', dir: 'asc' }, offset = 0, limit, total, fields } = asked;
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
    const looked = read(amongFirst(selection, layout, asked, page), page);
    if (looked.length === limit) return looked;
  }
  const near = isOrdered && offset >= THRESHOLDS.deep ? nearest(page, total) : page;
  return read(ordered(selection, selection.where, near), near);
};

/** A row that its page left out; null if it has changed since. */
const rowAsFound = ({ statements, layout }: Reading, { row, id, position }: LargeRow): Row | null => {
  const { columns, decode } = wholeRows(layout);
  const sql = `SELECT ${columns} FROM ${layout.documents.name} d WHERE d.row = ? AND d.id = ? AND d.position = ?`;
  return statements.all(sql, [row, id, position]).map(decode)[0] ?? null;
};

/** Runs work on what is in the file at one moment. */
type Read = <T>(work: (reading: Reading) => T) => Promise<T>;

/** A page whose large rows change while they are read is read again so often; then what has changed is left out. */
const TRIES = 3;

/** Most are read at once, and of large rows one after the other, so that others get their turn between them. */
const wholeOf = async (read: Read, found: readonly Found[]): Promise<readonly (Row | null)[]> => {
  const rows: (Row | null)[] = [];
  for (const each of found)
    rows.push(each instanceof LargeRow ? await read((reading) => rowAsFound(reading, each)) : each);
  return rows;
};

/** Every row as it was when its page was: one that has changed since may belong to no such page. */
export const pagesOf = async (read: Read, asked: Find): Promise<readonly Row[]> => {
  for (let tried = 1; ; tried += 1) {
    const rows = await wholeOf(read, await read((reading) => find(reading, asked)));
    const unchanged = rows.filter((row) => row !== null);
    if (unchanged.length === rows.length || tried === TRIES) return unchanged;
  }
};
