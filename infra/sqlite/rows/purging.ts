/** Removes the remains of deleted rows from the file: their words in the full-text index, and their pages. */
import { isOfCollection } from '../../../projections/generations.ts';
import type { Collection } from '../../../projections/ports.ts';
import { whileOpen } from '../../while-open.ts';
import { emptyLog, immediately, openDatabase } from '../connection/database.ts';
import { namesIn, prepareCatalog, WHAT } from './catalog.ts';
import { layoutOf } from './layout.ts';
import { statementsOn } from './statements.ts';

/**
 * Covers every generation of the collections. The full-text index only marks deleted words until its segments are merged, so
 * this merges them, which takes about as long as reindexing. False if others kept the write-ahead log in use for too long.
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
