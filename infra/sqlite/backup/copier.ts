/** The process that copies a file in one transaction and prints a summary of the copy as JSON. Arguments: from, to. */
import { rmSync } from 'node:fs';
import { Unavailable } from '../../../domain/errors.ts';
import { OWN_UMASK } from '../../private-files.ts';
import { inFile, isAway, openDatabase, waitUntilFree, type Connection } from '../connection/database.ts';
import { countsOf, type Manifest } from './manifest.ts';

/** Checks every page of the copy and summarises a log; null for other files. Throws if the copy is damaged. */
const logIn = (db: Connection): Manifest['log'] | null => {
  const [broken] = db.prepare('PRAGMA quick_check(1)').raw().get() as [string];
  if (broken !== 'ok') throw new Error(`the copy is damaged: ${broken}`);
  const isLog = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'events'").raw().all().length > 0;
  return isLog ? countsOf(db) : null;
};

process.umask(OWN_UMASK);
const [from = '', to = ''] = process.argv.slice(2);
// The terminal sends Ctrl-C to this process too, but the parent decides when it ends.
process.on('SIGINT', () => undefined);
try {
  const db = await openDatabase({ file: from, synchronous: 'NORMAL', what: 'backup' });
  await waitUntilFree(db, () => {
    rmSync(to, { force: true });
    db.prepare('VACUUM INTO ?').run(to);
  }).catch((error: unknown) => {
    // SQLite does not report whether the full or failing disk is that of the source or of the copy.
    throw error instanceof Unavailable && isAway(error.cause) ? error.cause : error;
  });
  db.close();
  process.stdout.write(JSON.stringify(inFile(to, logIn, { readonly: true })));
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
