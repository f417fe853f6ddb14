/** The process that copies a file, in one transaction, and prints what is in the copy, as JSON. Arguments: from, to. */
import { rmSync } from 'node:fs';
import { OWN_UMASK } from '../../own.ts';
import { openDatabase, waitUntilFree } from '../connection/database.ts';
import { logIn } from './looking.ts';

process.umask(OWN_UMASK);
const [from = '', to = ''] = process.argv.slice(2);
// Ctrl-C is sent to it too: whoever started it says when it is to end.
process.on('SIGINT', () => undefined);
try {
  const db = await openDatabase({ file: from, synchronous: 'NORMAL', what: 'backup' });
  await waitUntilFree(db, 'backup', () => {
    rmSync(to, { force: true });
    db.prepare('VACUUM INTO ?').run(to);
  });
  db.close();
  process.stdout.write(JSON.stringify(logIn(to)));
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
