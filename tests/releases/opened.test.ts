/** The backups of earlier releases, each with an event of every type that it could record: this release opens them all. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isOfLaterRelease } from '../../domain/upcast.ts';
import { restoreBackup } from '../../infra/sqlite/backup/restoring.ts';
import { timeline } from '../../projections/timeline/index.ts';
import { poisonEvents } from '../../workers/projector/poison.ts';
import { collect } from '../support/event-stores.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openInstallation } from '../support/installation.ts';
import { filesIn } from '../support/stores.ts';
import { suite } from '../support/suite.ts';

const HERE = path.resolve('tests/releases');
const releases = (await readdir(HERE)).filter((name) => /^\d/u.test(name));

const opened = suite('a backup of an earlier release');

for (const release of releases)
  opened(`${release} is restored; every event is read, folded and shown`, async () => {
    await using data = await temporaryFolder();
    const { signal } = new AbortController();
    await restoreBackup(
      { source: path.join(HERE, release), dataDir: data.path, stateOnServer: null, force: false, signal },
      () => undefined,
    );
    await using installation = await openInstallation({ place: filesIn(data.path), matching: false });
    await installation.settled();
    const events = await collect(installation.events.readAll());
    assert.deepEqual(events.filter(isOfLaterRelease), []);
    await installation.readModels.create(poisonEvents, 'now');
    assert.deepEqual(await installation.readModels.find(poisonEvents, { where: { all: [] }, limit: 10 }), []);
    const rows = await installation.readModels.load(
      timeline,
      events.map(({ id }) => id),
    );
    assert.deepEqual(
      events.filter(({ id }) => !rows.has(id)).map(({ type }) => type),
      [],
    );
  });

opened('there is one for every release', () => assert.ok(releases.length > 0));
