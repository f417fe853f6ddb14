/** Statements prepared once and kept, over one connection. */
import { LRUCache } from 'lru-cache';
import type { Connection } from '../../embedded/database.ts';
import type { SqlValue } from './values.ts';

type Prepared = ReturnType<Connection['prepare']>;

/** A column of an answer; blobs come as buffers. */
export type Cell = string | number | null | Uint8Array;

/** Far more than the queries of all surfaces; the shapes of queries are few, their values are parameters. */
const KEPT = 400;

export type Statements = {
  readonly run: (sql: string, values?: readonly SqlValue[]) => void;
  /** Every answer row as an array of its columns. */
  readonly all: (sql: string, values?: readonly SqlValue[]) => readonly (readonly Cell[])[];
  /** The first column of the first row. */
  readonly value: (sql: string, values?: readonly SqlValue[]) => Cell;
};

export const statementsOn = (db: Connection): Statements => {
  const kept = new LRUCache<string, Prepared>({ max: KEPT });
  const prepared = (sql: string): Prepared => {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    const statement = db.prepare(sql);
    kept.set(sql, statement);
    return statement;
  };
  const all: Statements['all'] = (sql, values = []) =>
    prepared(sql)
      .raw()
      .all([...values]) as (readonly Cell[])[];
  return {
    run: (sql, values = []) => void prepared(sql).run([...values]),
    all,
    value: (sql, values = []) => all(sql, values)[0]?.[0] ?? null,
  };
};
