/** Where a demo may run: in a log that is empty or its own, and in no other catalogue. */
import assert from 'node:assert/strict';
import { createWorkspace } from '../../../commands/bootstrap.ts';
import { newCaller } from '../../../commands/caller.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { Refused } from '../../../domain/errors.ts';
import type { TriggerSource } from '../../../domain/ingestion/events.ts';
import { mustBeOfSample } from '../../../infra/demo/own-log.ts';
import { operationsIn } from '../../support/command-line.ts';
import { startDouble } from '../../support/eventstoredb-double/double.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { recordQuixote } from '../../support/people.ts';
import { filesIn, placeOf } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';
import { inFolder } from '../../support/folder.ts';

const refused = (error: unknown): boolean => error instanceof Refused && error.code === 'not_a_demo';

const inLog = async (test: (installation: Installation) => Promise<void>): Promise<void> => {
  await using installation = await openInstallation({ matching: false });
  await test(installation);
};

/** ORCID's own example, which many try first. */
const ingestCarberry = async (installation: Installation, triggerSource: TriggerSource): Promise<void> => {
  const caller = newCaller(installation.ids, 'org', { type: 'system', id: triggerSource });
  await queueIngestions(installation, { orcids: ['0000-0002-1825-0097'], triggerSource, shards: 4 }, caller);
};

const log = suite('the log of a demo');

log('may be empty', () => inLog(({ events }) => mustBeOfSample(events)));

log('is one that a demo has started, whatever its visitors did', () =>
  inLog(async (installation) => {
    await ingestCarberry(installation, 'demo');
    await recordQuixote(installation, 'org');
    await createWorkspace(installation, 'physics', 'Physics');
    await mustBeOfSample(installation.events);
  }),
);

log('has no other workspaces, people or jobs, not even of people in the sample', async () => {
  for (const begin of [
    (installation: Installation) => createWorkspace(installation, 'physics', 'Physics'),
    (installation: Installation) => recordQuixote(installation, 'org'),
    (installation: Installation) => ingestCarberry(installation, 'cli'),
  ])
    await inLog(async (installation) => {
      await begin(installation);
      await assert.rejects(mustBeOfSample(installation.events), refused);
    });
});

const command = suite('colophon demo', { onFilesAlone: 'the places are made here' });

command('writes nothing to the files of another catalogue', () =>
  inFolder(async (folder) => {
    await operationsIn({ DATA_DIR: `${folder}/demo` }).createWorkspace('physics', undefined);
    await assert.rejects(operationsIn({ DATA_DIR: folder, PUBLIC_PORT: '0', DASHBOARD_PORT: '0' }).demo(), refused);
    const stores = await filesIn(`${folder}/demo`).open();
    for await (const { metadata } of stores.events.readAll()) assert.notEqual(metadata.actor.id, 'demo');
    await stores.close();
  }),
);

command('writes nothing to the catalogue at EVENTSTORE_URL', () =>
  inFolder(async (folder) => {
    await using double = await startDouble();
    const place = placeOf({ DATA_DIR: `${folder}/real`, EVENTSTORE_URL: double.url });
    const real = await openInstallation({ place, matching: false });
    await recordQuixote(real, 'org');
    await real.settled();
    const head = await real.events.head();
    const demo = operationsIn({
      DATA_DIR: folder,
      EVENTSTORE_URL: double.url,
      PUBLIC_PORT: '0',
      DASHBOARD_PORT: '0',
    });
    await assert.rejects(demo.demo(), refused);
    assert.equal(await real.events.head(), head);
    await real.stop();
  }),
);
