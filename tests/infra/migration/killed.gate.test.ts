/** `colophon migrate` is killed halfway, more than once, and resumes: everything has been moved once. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { EventStore } from '../../../commands/ports.ts';
import { openSqliteEventStore } from '../../../infra/sqlite/events/index.ts';
import { openEventStoreDb } from '../../../infra/eventstoredb/index.ts';
import { openSqliteState } from '../../../infra/sqlite/state/index.ts';
import type { MigrationReport } from '../../../infra/cli/migrate.ts';
import { BUILT } from '../../support/built.ts';
import { collect } from '../../support/event-stores.ts';
import { startDouble, type EventStoreDbDouble } from '../../support/eventstoredb-double/double.ts';
import { writeHistory } from '../../support/history.ts';
import { suite } from '../../support/suite.ts';
import { closing } from '../../support/closing.ts';
import { temporaryFolder } from '../../support/folder.ts';

const EVENTS = 1_500;

const migrate = (folder: string, to: string) =>
  spawn(
    process.execPath,
    [BUILT, 'migrate', '--from', 'embedded', '--to', to, '--json'],
    // The settings of a run on servers do not apply here.
    { env: { PATH: process.env['PATH'], DATA_DIR: folder }, stdio: ['ignore', 'pipe', 'inherit'] },
  );

/** The double's log has at least this many records. */
const holds = async ({ log }: EventStoreDbDouble, records: number): Promise<void> => {
  const never = new AbortController().signal;
  while (log.records.all.length < records) await log.grown(never);
};

const written = async (folder: string): Promise<readonly unknown[]> => {
  await using source = closing(await openSqliteEventStore({ file: path.join(folder, 'events.db') }));
  await writeHistory(source, { events: EVENTS });
  await (await openSqliteState({ file: path.join(folder, 'state.db') })).close();
  return await eventsOf(source);
};

/** Everything but the position, which each store assigns. */
const eventsOf = async (store: EventStore): Promise<readonly unknown[]> =>
  (await collect(store.readAll())).map(({ position, ...event }) => (assert.ok(position >= 0), event));

const killed = suite('a migration that is killed');

killed('resumes where it stopped, and has moved every event once', async () => {
  await using place = await temporaryFolder();
  const { path: folder } = place;
  await using double = await startDouble();
  const before = await written(folder);
  for (const part of [0.2, 0.6]) {
    const child = migrate(folder, double.url);
    await holds(double, before.length * part);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    assert.deepEqual(await ended, [null, 'SIGKILL']);
  }
  const moved = double.log.records.all.length;
  assert.ok(moved < before.length, 'nothing was left to move');

  const child = migrate(folder, double.url);
  const [out, ended] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  assert.deepEqual(ended, [0, null]);
  const report = JSON.parse(out) as MigrationReport;
  assert.deepEqual([report.events, report.moved], [before.length, before.length - moved]);
  await using target = closing(await openEventStoreDb({ url: double.url }));
  assert.deepEqual(await eventsOf(target), before);
});
