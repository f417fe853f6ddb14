/** Rows that are being built are not queried: later in the log, a key may be revoked or a publication hidden. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { knownApiKey } from '../../../api/keys/known.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { openStores } from '../../../infra/wiring/stores.ts';
import { allProjections } from '../../../projections/all.ts';
import { people } from '../../../projections/catalogue/people.ts';
import { collectionsOf } from '../../../projections/define.ts';
import { isTrustedOrigin } from '../../../projections/queries/installations.ts';
import { membershipsOf } from '../../../projections/queries/members.ts';
import { waitForPosition } from '../../../projections/queries/position.ts';
import { runProjector } from '../../../workers/projector/index.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { openInstallation, silent } from '../../support/installation.ts';
import { recordQuixote } from '../../support/people.ts';
import { filesIn } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';

const rows = suite('rows that are being built', { onFilesAlone: 'rows are dropped by removing a file' });

rows('are not queried until they are complete', async () => {
  await using folder = await temporaryFolder();
  await using made = await openInstallation({ place: filesIn(folder.path), matching: false });
  await recordQuixote(made, 'org');
  await made.stop();
  for (const end of ['', '-wal', '-shm']) await rm(path.join(folder.path, `read.db${end}`), { force: true });

  const stores = await openStores({ dataDir: folder.path, eventStoreUrl: null, mongodbUrl: null }, silent);
  const { readModels, events } = stores;
  try {
    for (const collection of allProjections.flatMap(collectionsOf))
      for (const asking of [
        readModels.get(collection, 'x'),
        readModels.load(collection, ['x']),
        readModels.find(collection, { where: { all: [] }, limit: 1 }),
        readModels.count(collection, { all: [] }),
        readModels.total(collection, { all: [] }),
        readModels.groupCounts(collection, { all: [] }, 'id'),
      ])
        await assert.rejects(asking, Unavailable, collection.name);
    for (const asking of [
      knownApiKey(readModels, 'hash'),
      isTrustedOrigin(readModels, 'https://example.org'),
      membershipsOf(readModels, 'user'),
    ])
      await assert.rejects(asking, Unavailable);

    const done = new AbortController();
    const projecting = runProjector(
      { ...stores, readModels: stores.rawReadModels, projections: allProjections, clock: Date, log: silent },
      { signal: done.signal },
    );
    assert.ok(await waitForPosition(readModels, allProjections, await events.head(), { timeoutMs: 30_000 }));
    assert.equal(await readModels.count(people, { all: [] }), 1);
    await assert.rejects(knownApiKey(readModels, 'hash'), { code: 'invalid_credential' });
    done.abort();
    await projecting;
  } finally {
    await stores.close();
  }
});
