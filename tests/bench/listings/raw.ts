/** The same rows and queries in plain SQL, as one would write them by hand for this one table. */
import Database from 'libsql';
import type { Row } from '../../../projections/ports.ts';
import { SORTS } from './rows.ts';

const COLUMNS = SORTS.join(', ');
const ROWS_A_STATEMENT = 8;

export type Narrowing =
  | { readonly contains: string }
  | { readonly field: string; readonly eq: number }
  | { readonly field: string; readonly gte: number };

export type Raw = {
  fill(rows: Iterable<readonly Row[]>): void;
  index(): void;
  /** The documents of a page, parsed. */
  page(sort: string, dir: string, offset: number): readonly unknown[];
  /** The first page of those with words that have these prefixes, last first. */
  search(prefixes: readonly string[], sort: string): readonly unknown[];
  /** The first page of those of an author, of a year, or with a minimum number of citations, last first. */
  narrowed(condition: Narrowing, sort: string): readonly unknown[];
  close(): void;
};

export const openRaw = (file: string): Raw => {
  const db = new Database(file);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -49152;
    PRAGMA wal_autocheckpoint = 6000;
    CREATE TABLE IF NOT EXISTS p (n INTEGER PRIMARY KEY, id TEXT UNIQUE, public, ${COLUMNS}, terms TEXT, doc TEXT);
    CREATE TABLE IF NOT EXISTS a (n, element, id, public, ${COLUMNS}, PRIMARY KEY (n, element)) WITHOUT ROWID;
    CREATE VIRTUAL TABLE IF NOT EXISTS t USING fts5
      (terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '1 2 3')`);
  const line = `(?, ?, ${SORTS.map(() => '?').join(', ')}, ?, ?)`;
  const insert = db.prepare(
    `INSERT INTO p (id, public, ${COLUMNS}, terms, doc) VALUES ${Array<string>(ROWS_A_STATEMENT).fill(line).join(', ')}`,
  );
  const parsed = (rows: unknown[]): readonly unknown[] =>
    (rows as [string][]).map(([doc]) => JSON.parse(doc) as unknown);
  const order = (sort: string, dir: string): string => `ORDER BY ${sort} ${dir} NULLS LAST, id`;
  const statements = new Map<string, ReturnType<typeof db.prepare>>();
  const prepared = (sql: string): ReturnType<typeof db.prepare> => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement.raw();
  };

  return {
    fill: (batches) => {
      for (const batch of batches) {
        db.exec('BEGIN IMMEDIATE');
        for (let n = 0; n < batch.length; n += ROWS_A_STATEMENT)
          insert.run(
            batch
              .slice(n, n + ROWS_A_STATEMENT)
              .flatMap(({ terms = [], ...row }) => [
                row.id,
                row['public'] === true ? 1 : 0,
                ...SORTS.map((sort) => row[sort] as string | number | null),
                terms.map((term) => ` ${term}`).join(''),
                JSON.stringify(row),
              ]),
          );
        db.exec('COMMIT');
      }
    },
    index: () => {
      db.exec('BEGIN IMMEDIATE');
      db.exec(
        `INSERT OR IGNORE INTO a SELECT n, e.value, p.id, public, ${COLUMNS} FROM p, json_each(doc, '$.author_orcids') e`,
      );
      db.exec('INSERT INTO t (rowid, terms) SELECT n, terms FROM p');
      db.exec('CREATE INDEX p_year ON p (public, publication_year, last_fetched_at DESC, id)');
      for (const sort of SORTS) {
        db.exec(
          `CREATE INDEX p_${sort} ON p (public, ${sort}, id); CREATE INDEX p_${sort}_d ON p (public, ${sort} DESC, id)`,
        );
        if (SORTS.indexOf(sort) < 3)
          db.exec(`CREATE INDEX a_${sort} ON a (element, public, ${sort}, id);
            CREATE INDEX a_${sort}_d ON a (element, public, ${sort} DESC, id)`);
      }
      db.exec('COMMIT');
    },
    page: (sort, dir, offset) =>
      parsed(
        prepared(
          `SELECT doc FROM (SELECT n FROM p WHERE public = 1 ${order(sort, dir)} LIMIT 20 OFFSET ?) JOIN p USING (n)`,
        ).all([offset]),
      ),
    search: (prefixes, sort) =>
      parsed(
        prepared(
          `SELECT doc FROM t CROSS JOIN p ON p.n = t.rowid WHERE t MATCH ? AND public = 1 ${order(sort, 'desc')} LIMIT 20`,
        ).all([prefixes.map((prefix) => `"${prefix}"*`).join(' AND ')]),
      ),
    narrowed: (condition, sort) => {
      const last = `${order(sort, 'desc')} LIMIT 20`;
      const inTable = (compared: string): string =>
        `SELECT doc FROM (SELECT n FROM p WHERE public = 1 AND ${compared} ${last}) JOIN p USING (n)`;
      if ('contains' in condition)
        return parsed(
          prepared(`SELECT doc FROM (SELECT n FROM a WHERE element = ? AND public = 1 ${last}) JOIN p USING (n)`).all([
            condition.contains,
          ]),
        );
      const [compared, value] =
        'eq' in condition ? [`${condition.field} = ?`, condition.eq] : [`${condition.field} >= ?`, condition.gte];
      return parsed(prepared(inTable(compared)).all([value]));
    },
    close: () => db.close(),
  };
};
