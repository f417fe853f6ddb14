/** Counts the contents of a log. */
import type { Connection } from '../connection/database.ts';
import type { Manifest } from './manifest.ts';

const SQL = 'SELECT count(*), count(DISTINCT stream), coalesce(max(position), -1) FROM events';

export const countsOf = (db: Connection): Manifest['log'] => {
  const [events, streams, head] = db.prepare(SQL).raw().get() as [number, number, number];
  return { events, streams, head };
};
