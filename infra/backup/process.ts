/** The process that copies a file: one transaction, in which the file stands still. Arguments: from, to. */
import { rmSync } from 'node:fs';
import { openDatabase, patiently } from '../embedded/database.ts';

const [from = '', to = ''] = process.argv.slice(2);
try {
  const db = await openDatabase({ file: from, synchronous: 'NORMAL', what: 'backup' });
  await patiently(db, 'backup', () => {
    rmSync(to, { force: true });
    db.prepare('VACUUM INTO ?').run(to);
  });
  db.close();
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
