/** The age of the last backup, for an alert. */
import assert from 'node:assert/strict';
import { recordBackup } from '../../../../commands/last-backup.ts';
import { readConfig } from '../../../../infra/config.ts';
import { watchRole } from '../../../../infra/wiring/role-watch.ts';
import { openWatching } from '../../../../infra/wiring/watching.ts';
import { openInstallation } from '../../../support/installation.ts';
import { silent } from '../../../support/silent.ts';
import { suite } from '../../../support/suite.ts';
import { samplesOf } from './scraped.ts';

const HOUR_MS = 3_600_000;

const measuring = suite('the age of the last backup');

measuring('is a metric once there is one', async () => {
  await using installation = await openInstallation({ matching: false });
  const watch = await watchRole('api', readConfig({ METRICS_PORT: '0' }));
  assert.ok(watch);
  const watching = await openWatching({ host: '127.0.0.1', metricsPort: 0 }, ['api'], { role: 'api', watch }, silent);
  const age = async (): Promise<number | undefined> => {
    const page = await (await fetch(`http://127.0.0.1:${watching.port}/metrics`)).text();
    return samplesOf(page).find(({ name }) => name === 'colophon_backup_age_seconds')?.value;
  };
  try {
    watching.opened({ ...installation, rawReadModels: installation.readModels, close: () => installation.stop() });
    assert.equal(await age(), undefined);
    await recordBackup(installation.state, { at: Date.now() - HOUR_MS, bytes: 1, events: 1 });
    const seconds = (await age()) ?? 0;
    assert.ok(seconds >= HOUR_MS / 1_000 && seconds < (2 * HOUR_MS) / 1_000, String(seconds));
  } finally {
    await watching.close();
    await watch.close();
  }
});
