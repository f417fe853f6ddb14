/** The read models in one SQLite file, for a catalogue that needs no database server. */
import { Unavailable } from '../../../domain/errors.ts';
import { isOfCollection } from '../../../projections/generations.ts';
import { type Collection, type ReadModels, readModelsOf, type RowStore } from '../../../projections/ports.ts';
import { totalsOf } from '../../totals.ts';
import { whileOpen } from '../../while-open.ts';
import { openBackground } from '../connection/background.ts';
import { type DatabaseFile, emptyLog, immediately, openDatabase, waitUntilFree } from '../connection/database.ts';
import { coOccurrences, counted, grouped, groupsIn, recount } from './count.ts';
import { breadthOn, type Reading, rowsById, type Sql } from './query.ts';
import { loadForFolding, pagesOf } from './read.ts';
import {
  checkpointOf,
  create,
  drop,
  index,
  layoutOf,
  moveCheckpoint,
  namesIn,
  prepareCatalog,
  progressOf,
  WHAT,
} from './schema.ts';
import { statementsOn } from './statements.ts';
import { prepare, write } from './write.ts';

/**
 * Removes the remains of deleted rows from the file: their words in the full-text index, and their pages. Covers every generation of the
 * collections. The full-text index only marks deleted words until its segments are merged, so this merges them, which takes about as long
 * as reindexing. False if others kept the write-ahead log in use for too long.
 */
export const purge = async (file: string, collections: readonly Collection[]): Promise<boolean> =>
  whileOpen(await openDatabase({ file, synchronous: 'NORMAL', what: WHAT }), async (db) => {
    await prepareCatalog(db);
    const statements = statementsOn(db);
    for (const collection of collections)
      await immediately(db, () => {
        for (const name of namesIn(statements).filter((each) => isOfCollection(collection, each))) {
          const { terms } = layoutOf({ ...collection, name });
          if (terms !== null) db.exec(`INSERT INTO ${terms} (${terms}) VALUES ('optimize')`);
        }
      });
    return emptyLog(db);
  });

/** KiB of pages cached in memory: inner pages of all indexes, and frequently read rows. Sorting for an index takes about as much again. */
const CACHE_KIB = 24 * 1024;
/** Pages of write-ahead log before a checkpoint, so a page that is written often is moved once. 24 MiB. */
const LOG_PAGES = 6_000;

const openFile = async (file: string) => {
  const db = await openDatabase({ file, synchronous: 'NORMAL', what: WHAT });
  try {
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA wal_autocheckpoint = ${LOG_PAGES}`);
    await prepareCatalog(db);
    const statements = statementsOn(db);
    return { db, shared: { statements, breadth: breadthOn(statements) } };
  } catch (error) {
    db.close();
    throw error;
  }
};

/**
 * A `commit` is one transaction and one synchronous call: about 40 µs per row while a collection is filled, up to 1 ms per
 * row once 200,000 rows have a dozen indexes. So writers limit their batches to a few hundred rows.
 */
export const openSqliteReadModels = async ({ file, log }: DatabaseFile): Promise<ReadModels> => {
  const { db, shared } = await openFile(file);
  const { statements } = shared;
  const background = openBackground(file);
  const store = { db, statements };

  /** Until the projector has created a collection, its content is unknown. */
  const ifCreated = <T>({ name }: Collection, read: () => T): Promise<T> =>
    waitUntilFree(db, read).catch((error: unknown) => {
      if (!(error instanceof Error && /^no such table: /.test(error.message))) throw error;
      throw new Unavailable(WHAT, `${name} has not been created yet`, { cause: error });
    });

  /** All reads see one snapshot, however many statements they take. */
  const reading = <T>(collection: Collection, work: (reading: Reading) => T): Promise<T> =>
    ifCreated(collection, () => {
      db.exec('BEGIN');
      try {
        const isIndexed = progressOf(statements, collection)?.ready ?? false;
        return work({ ...shared, layout: layoutOf(collection), isIndexed });
      } finally {
        if (db.inTransaction) db.exec('COMMIT');
      }
    });

  const load: RowStore['load'] = (collection, ids) =>
    ifCreated(collection, () => new Map(rowsById(statements, layoutOf(collection), ids).map((row) => [row.id, row])));

  const inBackground = async (collection: Collection, query: (reading: Reading) => Sql) => {
    const { sql, values } = await reading(collection, query);
    return ifCreated(collection, () => background.all(sql, values));
  };

  const count: RowStore['count'] = async (collection, where, atMost) => {
    if (atMost !== undefined)
      return reading(collection, (each) => {
        const { sql, values } = counted(each, where, atMost);
        return Number(statements.value(sql, values));
      });
    const [[all] = []] = await inBackground(collection, (each) => counted(each, where));
    return Number(all);
  };

  return readModelsOf({
    create: (collection, indexes) => create(store, collection, indexes),
    index: async (collection) => {
      const began = performance.now();
      await index(store, collection);
      log?.debug({ collection: collection.name, ms: Math.round(performance.now() - began) }, 'collection indexed');
    },
    drop: (projection, collections) => drop(store, projection, collections),
    load,
    loadForFolding: (collection, ids, bytes = Infinity) =>
      reading(collection, (each) => loadForFolding(each, ids, bytes)),
    commit: async ({ projection, changes, recounts, checkpoint }) => {
      // Done before taking the write lock.
      const prepared = changes.map(prepare);
      await immediately(db, () => {
        // Rows and checkpoint share a transaction: everything up to the checkpoint is done.
        if ((checkpointOf(statements, projection)?.position ?? -1) > checkpoint.position) return;
        for (const change of prepared) write(statements, change);
        for (const each of recounts) recount(shared, each);
        moveCheckpoint(statements, projection, checkpoint);
      });
    },
    checkpoint: (projection) => waitUntilFree(db, () => checkpointOf(statements, projection)),
    get: async (collection, id) => (await load(collection, [id])).get(id) ?? null,
    find: (collection, query) => pagesOf((work) => reading(collection, work), query),
    count,
    total: totalsOf(count),
    groupCounts: async (collection, where, by) =>
      groupsIn(await inBackground(collection, (each) => grouped(each, where, by))),
    coOccurrences: (collection, query) => reading(collection, (each) => coOccurrences(each, query)),
    close: async () => {
      await background.close();
      if (db.open) db.close();
    },
  });
};
