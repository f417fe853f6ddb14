/** The embedded read models hold the contract of the port. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqliteReadModels } from '../../../../infra/sqlite/rows/index.ts';
import { readModelsContract } from '../../../contracts/read-models.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'colophon-read-models-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

readModelsContract('a file', (database) => openSqliteReadModels({ file: path.join(folder, `${database}.db`) }));
