/** One page of a listing: first its row numbers, from indexes alone, then those documents. */
import type { Find, Row, Sort } from '../../../projections/ports.ts';
import { accessTo, rowOf, type Access } from './access.ts';
import { both, orderSql, valueOf, type Sql } from './conditions.ts';
import { amongFound, count, found } from './counting.ts';
import { cutRows, pagedRows, wholeRows, type LargeRow, type Reader } from './documents.ts';
import { searchIn, type Reading } from './reading.ts';
import { byTerms } from './search.ts';

type Page = { readonly sort: Sort; readonly offset: number; readonly limit: number; readonly isReversed?: boolean };

/** From here on it pays to know the total, and to count from the nearer end. */
const DEEP = 10_000;
/** Rows looked at, in order of the listing, in the hope that a page of a broad search is among them. */
const GLANCE = 400;
const LOOK = 6_000;

export type Found = Row | LargeRow;

const read = (
  { statements, layout }: Reading,
  access: Access,
  where: Sql,
  page: Page,
  from: string,
  cut: Reader<Found>,
): readonly Found[] => {
  const { sort, offset, limit, isReversed = false } = page;
  const order = orderSql(access.source, sort, isReversed);
  const key = valueOf(access.source, sort.field).sql;
  const rows = statements.all(
    `SELECT ${cut.columns} FROM (
       SELECT ${rowOf(access.source)} AS row, ${key} AS key, ${valueOf(access.source, 'id').sql} AS id
       FROM ${from} WHERE ${where.sql} ORDER BY ${order} LIMIT ? OFFSET ?
     ) p CROSS JOIN ${layout.documents.name} d ON d.row = p.row
     ORDER BY ${sort.field === 'id' ? `p.id ${sort.dir}` : `p.key ${sort.dir} NULLS LAST, p.id`}`,
    [...where.values, limit, offset],
  );
  return rows.map(cut.decode);
};

/** The page if it lies among the first rows of the listing, else null: most rows match a broad search. */
const among = (
  reading: Reading,
  access: Access,
  search: Sql,
  page: Page,
  depth: number,
  cut: Reader<Found>,
): readonly Found[] | null => {
  const { layout } = reading;
  const { source, where } = access;
  const wanted = page.offset + page.limit;
  if (!access.isOrdered || wanted > depth / 4) return null;
  const order = orderSql(source, page.sort);
  const rows = reading.statements.all(
    `SELECT m.row FROM (SELECT ${rowOf(source)} AS row FROM ${access.from(false)} WHERE ${where.sql} ORDER BY ${order} LIMIT ${depth}) p
     CROSS JOIN ${layout.documents.name} m ON m.row = p.row WHERE ${search.sql} LIMIT ?`,
    [...where.values, ...search.values, wanted],
  );
  if (rows.length < wanted) return null;
  const documents = new Map(
    reading.statements
      .all(
        `SELECT d.row, ${cut.columns} FROM ${layout.documents.name} d WHERE d.row IN (SELECT value FROM json_each(?))`,
        [JSON.stringify(rows.slice(page.offset).map(([row]) => row))],
      )
      .map(([row = null, ...cells]) => [row, cut.decode(cells)] as const),
  );
  return rows.slice(page.offset).flatMap(([row = null]) => documents.get(row) ?? []);
};

/** The same page, counted from the nearer end of the listing. */
const nearest = (page: Page, total: number): Page => {
  const { offset, limit } = page;
  const isReversed = offset > total / 2;
  if (!isReversed) return page;
  const length = Math.max(0, Math.min(limit, total - offset));
  return { ...page, isReversed, offset: Math.max(0, total - offset - length), limit: length };
};

/** Within a read transaction. Rows that are too long for it are left to `rowAsFound`. */
export const find = (reading: Reading, { where, sort, offset = 0, limit, fields }: Find): readonly Found[] => {
  const { layout, isIndexed } = reading;
  const page: Page = { sort: sort ?? { field: 'id', dir: 'asc' }, offset, limit };
  const access = accessTo(layout, where.all, isIndexed, page.sort);
  const cut = fields === undefined ? pagedRows(layout) : cutRows(layout, fields);
  const ended = (): Page => (access.isOrdered && offset >= DEEP ? nearest(page, count(reading, where)) : page);

  if (where.terms === undefined || where.terms.length === 0)
    return read(reading, access, access.where, ended(), access.from(false), cut);

  const byRow = byTerms(where.terms);
  const glanced = isIndexed ? among(reading, access, byRow, page, GLANCE, cut) : null;
  if (glanced !== null) return glanced;

  const search = searchIn(reading, where.terms);
  if (search === null || search.kind === 'scan')
    return read(reading, access, both([access.where, byRow]), page, access.from(true), cut);
  if (search.kind === 'few') {
    const started = accessTo(layout, where.all, isIndexed, page.sort, `${layout.terms} t`);
    const asked = both([found(layout, search.match), started.where, byRow]);
    return read(reading, started, asked, page, started.from(true), cut);
  }
  const looked = search.isDense ? among(reading, access, byRow, page, LOOK, cut) : null;
  if (looked !== null) return looked;
  const asked = both([access.where, amongFound(access.source, search.match)]);
  return read(reading, access, asked, ended(), access.from(false), cut);
};

/** A row that its page left out; null if it has changed since. */
export const rowAsFound = ({ statements, layout }: Reading, { row, id, position }: LargeRow): Row | null => {
  const { columns, decode } = wholeRows(layout);
  const sql = `SELECT ${columns} FROM ${layout.documents.name} d WHERE d.row = ? AND d.id = ? AND d.position = ?`;
  return statements.all(sql, [row, id, position]).map(decode)[0] ?? null;
};
