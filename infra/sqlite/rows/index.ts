/** The read models in one SQLite file, for a catalogue that needs no database server. */
import type { Log } from '../../../commands/ports.ts';
import { Unavailable } from '../../../domain/errors.ts';
import type { Collection, ReadModels } from '../../../projections/ports.ts';
import { waitUntilFree } from '../connection/database.ts';
import { checkpointOf, progressOf } from './catalog.ts';
import { count, groupCounts } from './counting.ts';
import { ASKED_KIB, LOADED_KIB, openFile, type Opened } from './file.ts';
import { pagesOf } from './paging.ts';
import { layoutOf } from './layout.ts';
import { rowsById, type Reading } from './reading.ts';
import { standing } from './standing.ts';
import { together } from './together.ts';
import { startWriter } from './thread/start.ts';
import { WHAT, writerHere, type Writer } from './writer.ts';
import { prepare } from './writing.ts';

export type SqliteReadModelsOptions = {
  /** Made if it is not there; its folder must exist. Any number of processes and threads may open it. */
  readonly file: string;
  readonly log?: Log;
  /** Where rows are written: here, or in a thread beside this one, which costs some 30 MB. Default: here. */
  readonly writing?: 'here' | 'beside';
};

const writerOf = async (file: string, { db, shared }: Opened, writing: 'here' | 'beside'): Promise<Writer> => {
  if (writing === 'here') return writerHere(db, shared);
  try {
    return await startWriter(file);
  } catch (error) {
    db.close();
    throw error;
  }
};

/**
 * A `commit` is one transaction and one synchronous call: some 40 µs a row while a collection is filled, up to 1 ms a row
 * once 200,000 rows are indexed a dozen times. So writers that share a thread with anything that must answer quickly keep
 * their batches to some hundred rows, or write in a thread beside it.
 */
export const openSqliteReadModels = async ({
  file,
  log,
  writing = 'here',
}: SqliteReadModelsOptions): Promise<ReadModels> => {
  const opened = await openFile(file, writing === 'here' ? ASKED_KIB : LOADED_KIB);
  const { db, shared } = opened;
  const { statements } = shared;
  const writer = await writerOf(file, opened, writing);

  /** Until the projector has made a collection, its content is unknown. */
  const ofMade = <T>({ name }: Collection, read: () => T): Promise<T> =>
    waitUntilFree(db, WHAT, () => {
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

  const load: ReadModels['load'] = (collection, ids) =>
    ofMade(collection, () => new Map(rowsById(statements, layoutOf(collection), ids).map((row) => [row.id, row])));

  return {
    create: writer.create,
    index: async (collection) => {
      const began = performance.now();
      await writer.index(collection);
      log?.debug({ collection: collection.name, ms: Math.round(performance.now() - began) }, 'collection indexed');
    },
    drop: writer.drop,
    load,
    standing: (collection, ids, bytes = Infinity) => reading(collection, (each) => standing(each, ids, bytes)),
    commit: async (batch) => writer.commit({ ...batch, changes: batch.changes.map(prepare) }),
    checkpoint: (projection) => waitUntilFree(db, WHAT, () => checkpointOf(statements, projection)),
    get: async (collection, id) => (await load(collection, [id])).get(id) ?? null,
    find: (collection, asked) => pagesOf((work) => reading(collection, work), asked),
    count: (collection, where) => reading(collection, (each) => count(each, where)),
    groupCounts: (collection, where, by) => reading(collection, (each) => groupCounts(each, where, by)),
    together: (collection, asked) => reading(collection, (each) => together(each, asked)),
    close: async () => {
      await writer.close();
      if (db.open) db.close();
    },
  };
};
