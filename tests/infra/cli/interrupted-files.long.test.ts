/** Copying a grown log, interrupted halfway: a backup leaves nothing that looks like one, a migration resumes. */
import assert from 'node:assert/strict';
import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import Database from 'libsql';
import type { EventStore } from '../../../commands/ports.ts';
import { openEventStoreDb } from '../../../infra/eventstoredb/index.ts';
import { collect } from '../../support/event-stores.ts';
import { startDouble } from '../../support/eventstoredb-double/double.ts';
import { writeHistory } from '../../support/history.ts';
import { colophon, endsAs } from '../../support/program.ts';
import { filesIn } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';
import { closing } from '../../support/closing.ts';
import { inFolder } from '../../support/folder.ts';

const EVENTS = 500;

/** Everything but the position, which each store assigns. */
const eventsOf = async (store: EventStore): Promise<readonly unknown[]> =>
  (await collect(store.readAll())).map(({ position, ...event }) => (assert.ok(position >= 0), event));

const inGrown = (test: (data: string, folder: string, events: readonly unknown[]) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    const [grown, data] = [path.join(folder, 'grown'), path.join(folder, 'data')];
    const stores = await filesIn(grown).open();
    await writeHistory(stores.events, { events: EVENTS });
    const events = await eventsOf(stores.events);
    await stores.close();
    // Which nothing in this process has open.
    await cp(grown, data, { recursive: true });
    await test(data, folder, events);
  });

/** Nobody else can read the file until it is released, as while another program checks or repairs it. */
const keptTo = (file: string): { letGo: () => void } => {
  const db = new Database(file);
  db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
  return { letGo: () => db.close() };
};

const copying = suite('copying that is interrupted');

copying('leaves nothing of a backup, and the next one is whole', () =>
  inGrown(async (data, folder, events) => {
    const kept = keptTo(path.join(data, 'events.db'));
    const backup = colophon({ DATA_DIR: data }, ['backup', path.join(folder, 'backup')]);
    try {
      await backup.prints(/copying events.db/);
      const nothing = /^colophon: interrupted: no backup was created; run it again\n$/;
      endsAs(await backup.stop('SIGINT'), { code: 130, err: nothing });
      assert.deepEqual((await readdir(folder)).sort(), ['data', 'grown']);
    } finally {
      backup.kill();
      kept.letGo();
    }
    const again = await colophon({ DATA_DIR: data }, ['backup', path.join(folder, 'backup'), '--json']).ended;
    assert.equal(again.code, 0, again.err);
    assert.equal((JSON.parse(again.out) as { events: number }).events, events.length);
  }),
);

copying('to a server that does not respond ends nevertheless, and the next run moves the rest', () =>
  inGrown(async (data, _folder, events) => {
    await using double = await startDouble();
    const args = ['migrate', '--from', 'embedded', '--to', double.url, '--json'];
    await using migrate = closing(colophon({ DATA_DIR: data }, args));
    const never = new AbortController().signal;
    while (double.log.records.all.length < events.length / 3) await double.log.grown(never);
    double.faults.unanswered = 1;
    while (double.faults.unanswered > 0) await double.log.grown(never);
    const stays = /^colophon: interrupted: events already moved are kept; run the command again to continue\n$/;
    endsAs(await migrate.stop('SIGTERM'), { code: 143, err: stays });
    const moved = double.log.records.all.length;
    assert.ok(moved < events.length, 'nothing was left to move');

    const again = await colophon({ DATA_DIR: data }, args).ended;
    assert.equal(again.code, 0, again.err);
    assert.equal((JSON.parse(again.out) as { moved: number }).moved, events.length - moved);
    const target = await openEventStoreDb({ url: double.url });
    assert.deepEqual(await eventsOf(target), events);
    await target.close();
  }),
);
