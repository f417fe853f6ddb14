/** The file of the read models, opened and prepared. */
import { openDatabase, type Connection } from '../connection/database.ts';
import { breadthOn } from './breadth.ts';
import { prepareCatalog } from './catalog.ts';
import type { Counting } from './reading.ts';
import { statementsOn } from './statements.ts';

export const WHAT = 'read models';

/** KiB of pages kept in memory: inner pages of all indexes, and rows asked again. Sorting for an index takes about as much again. */
const CACHE_KIB = 24 * 1024;
/** Pages of log before they are moved to the file: a page that is written often is moved once. 24 MiB. */
const LOG_PAGES = 6_000;

export const openFile = async (file: string): Promise<{ readonly db: Connection; readonly shared: Counting }> => {
  const db = await openDatabase({ file, synchronous: 'NORMAL', what: WHAT });
  try {
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA wal_autocheckpoint = ${LOG_PAGES}`);
    await prepareCatalog(db, WHAT);
    const statements = statementsOn(db);
    return { db, shared: { statements, breadth: breadthOn(statements) } };
  } catch (error) {
    db.close();
    throw error;
  }
};
