/** The file of the read models, opened and prepared. */
import { openDatabase, type Connection } from '../connection/database.ts';
import { prepareCatalog } from './catalog.ts';
import type { Counting } from './reading.ts';
import { breadthOn } from './search.ts';
import { statementsOn } from './statements.ts';
import { totalsOf } from './totals.ts';
import { WHAT } from './writer.ts';

/** KiB of pages kept in memory by a connection that answers queries: inner pages of all indexes, and rows asked again. */
export const ASKED_KIB = 24 * 1024;
/** By one that only writes; sorting for an index takes about as much again. */
export const WRITTEN_KIB = 24 * 1024;
/** By one that only loads rows, by their ids. */
export const LOADED_KIB = 8 * 1024;
/** Pages of log before they are moved to the file: a page that is written often is moved once. 24 MiB. */
const LOG_PAGES = 6_000;

export type Opened = { readonly db: Connection; readonly shared: Counting };

export const openFile = async (file: string, cacheKib = ASKED_KIB): Promise<Opened> => {
  const db = await openDatabase({ file, synchronous: 'NORMAL', what: WHAT });
  try {
    db.exec(`PRAGMA cache_size = -${cacheKib}; PRAGMA wal_autocheckpoint = ${LOG_PAGES}`);
    await prepareCatalog(db, WHAT);
    const statements = statementsOn(db);
    return { db, shared: { statements, totals: totalsOf(statements), breadth: breadthOn(statements) } };
  } catch (error) {
    db.close();
    throw error;
  }
};
