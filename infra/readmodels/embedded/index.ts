/** The read models in one SQLite file, for a catalogue that needs no database server. */
import type { Log } from '../../../commands/ports.ts';
import { Unavailable } from '../../../domain/errors.ts';
import type { Batch, Collection, ReadModels } from '../../../projections/ports.ts';
import { immediately, openDatabase, patiently } from '../../embedded/database.ts';
import { checkpointOf, moveCheckpoint, prepareCatalog, progressOf } from './catalog.ts';
import { create, drop, index } from './collections.ts';
import { count, groupCounts } from './counting.ts';
import { find } from './finding.ts';
import { layoutOf } from './layout.ts';
import { rowsById, type Reading } from './reading.ts';
import { recount } from './recounting.ts';
import { breadthOn } from './search.ts';
import { statementsOn } from './statements.ts';
import { totalsOf } from './totals.ts';
import { prepare, write } from './writing.ts';

const WHAT = 'read models';

/** KiB of pages kept in memory by each connection: inner pages of all indexes, and the rows that are asked again. */
const CACHE_KIB = 48 * 1024;
/** Pages of log before they are moved to the file: a page that is written often is moved once. 24 MiB. */
const LOG_PAGES = 6_000;

export type EmbeddedReadModelsOptions = {
  /** Made if it is not there; its folder must exist. Any number of processes and threads may open it. */
  readonly file: string;
  readonly log?: Log;
};

/**
 * A `commit` is one transaction and one synchronous call: some 40 µs a row while a collection is filled, up to 1 ms a row
 * once 200,000 rows are indexed a dozen times. So writers that share a thread with anything that must answer quickly keep
 * their batches to some hundred rows.
 */
export const openEmbeddedReadModels = async ({ file, log }: EmbeddedReadModelsOptions): Promise<ReadModels> => {
  const db = await openDatabase({ file, synchronous: 'NORMAL', what: WHAT });
  db.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA wal_autocheckpoint = ${LOG_PAGES}`);
  await immediately(db, WHAT, () => prepareCatalog(db));
  const statements = statementsOn(db);
  const totals = totalsOf(statements);
  const shared = { statements, totals, breadth: breadthOn(statements) };
  const store = { db, statements, what: WHAT };

  /** Until the projector has made a collection, nobody can say what is in it. */
  const ofMade = <T>({ name }: Collection, read: () => T): Promise<T> =>
    patiently(db, WHAT, () => {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof Error && /^no such table: /.test(error.message))) throw error;
        throw new Unavailable(WHAT, `${name} has not been made yet`, { cause: error });
      }
    });

  /** Everything read is of one moment, however many statements it takes. */
  const reading = <T>(collection: Collection, work: (reading: Reading) => T): Promise<T> =>
    ofMade(collection, () => {
      db.exec('BEGIN');
      try {
        const isIndexed = progressOf(statements, collection)?.ready ?? false;
        return work({ ...shared, layout: layoutOf(collection), isIndexed });
      } finally {
        if (db.inTransaction) db.exec('COMMIT');
      }
    });

  const commit = async ({ projection, changes, recounts, checkpoint }: Batch): Promise<void> => {
    const prepared = changes.map(prepare);
    await immediately(db, WHAT, () => {
      // Rows and checkpoint are one transaction: what is behind the checkpoint has been done.
      if ((checkpointOf(statements, projection)?.position ?? -1) > checkpoint.position) return;
      for (const change of prepared) write(statements, change);
      for (const each of recounts) recount(shared, each);
      moveCheckpoint(statements, projection, checkpoint);
    });
    totals.outdate();
  };

  const load: ReadModels['load'] = (collection, ids) =>
    ofMade(collection, () => new Map(rowsById(statements, layoutOf(collection), ids).map((row) => [row.id, row])));

  return {
    create: (collection, indexes) => create(store, collection, indexes),
    index: async (collection) => {
      const began = performance.now();
      await index(store, collection);
      log?.debug({ collection: collection.name, ms: Math.round(performance.now() - began) }, 'collection indexed');
    },
    drop: (projection, collections) => drop(store, projection, collections).then(() => totals.outdate()),
    load,
    commit,
    checkpoint: (projection) => patiently(db, WHAT, () => checkpointOf(statements, projection)),
    get: async (collection, id) => (await load(collection, [id])).get(id) ?? null,
    find: (collection, asked) => reading(collection, (each) => find(each, asked)),
    count: (collection, where) => reading(collection, (each) => count(each, where)),
    groupCounts: (collection, where, by) => reading(collection, (each) => groupCounts(each, where, by)),
    close: async () => {
      if (db.open) db.close();
      return Promise.resolve();
    },
  };
};
