/** The embedded read models hold the contract of the port, whether rows are written here or in a thread. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSqliteReadModels } from '../../../../infra/sqlite/rows/index.ts';
import { readModelsContract } from '../../../contracts/read-models.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'colophon-read-models-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

readModelsContract('a file', (database) => openSqliteReadModels({ file: path.join(folder, `${database}.db`) }));

/** As it was built by the install: a thread cannot be started from the sources. */
const BUILT = fileURLToPath(new URL('../../../../dist/infra/sqlite/rows/index.js', import.meta.url));

if (existsSync(BUILT)) {
  const built = (await import(BUILT)) as { readonly openSqliteReadModels: typeof openSqliteReadModels };
  readModelsContract('a file that a thread writes', (database) =>
    built.openSqliteReadModels({ file: path.join(folder, `beside-${database}.db`), writing: 'beside' }),
  );
} else console.log('  skipped: read models that a thread writes (the project is not built)');
