/** The embedded state store holds the contract of the port. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqliteState } from '../../../../infra/sqlite/state/index.ts';
import { stateContract } from '../../../contracts/state.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'colophon-state-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

stateContract('a file', (database) => openSqliteState({ file: path.join(folder, `${database}.db`) }));
