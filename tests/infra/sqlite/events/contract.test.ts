/** The embedded event store holds the contract of the port. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqliteEventStore } from '../../../../infra/sqlite/events/index.ts';
import { eventStoreContract } from '../../../contracts/event-store.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'colophon-events-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

eventStoreContract('a file', (database) => openSqliteEventStore({ file: path.join(folder, `${database}.db`) }));
