/** What removed rows leave: one table for all collections, beside those of the rows, so that no query meets a tombstone. */
import type { Collection, Tombstone } from '../../../projections/ports.ts';
import type { Statements } from './statements.ts';

/** Of those of the ids that have one. */
export const tombstonesAmong = (
  { all }: Statements,
  { name }: Collection,
  ids: readonly string[],
): ReadonlyMap<string, Tombstone> =>
  new Map(
    all(
      'SELECT id, position, withheld FROM tombstones WHERE collection = ? AND id IN (SELECT value FROM json_each(?))',
      [name, JSON.stringify(ids)],
    ).map(([id, position, withheld]) => [
      String(id),
      { id: String(id), position: Number(position), ...(withheld === 1 ? { withheld: true } : {}) },
    ]),
  );

/** Within the transaction that removes the row. The latest one stays. */
export const bury = ({ run }: Statements, { name }: Collection, { id, position, withheld }: Tombstone): void =>
  run(
    `INSERT INTO tombstones (collection, id, position, withheld) VALUES (?, ?, ?, ?)
     ON CONFLICT (collection, id) DO UPDATE SET position = excluded.position, withheld = excluded.withheld
     WHERE excluded.position > position`,
    [name, id, position, withheld === true ? 1 : 0],
  );

/** With the collection itself, or before one is made. */
export const forgetTombstones = ({ run }: Statements, { name }: Collection): void =>
  run('DELETE FROM tombstones WHERE collection = ?', [name]);
