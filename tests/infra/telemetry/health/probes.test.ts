/** The health of a store is determined by reading it. */
import assert from 'node:assert/strict';
import { readConfig } from '../../../../infra/config.ts';
import { watchRole } from '../../../../infra/wiring/role-watch.ts';
import { openWatching } from '../../../../infra/wiring/watching.ts';
import { openInstallation } from '../../../support/installation.ts';
import { silent } from '../../../support/silent.ts';
import { suite } from '../../../support/suite.ts';

const probes = suite('a store that cannot be read');

probes('is reported as down, and the others as up', async () => {
  await using installation = await openInstallation({ matching: false });
  const { state } = installation;
  const watch = await watchRole('api', readConfig({ METRICS_PORT: '0' }));
  assert.ok(watch);
  const watching = await openWatching({ host: '127.0.0.1', metricsPort: 0 }, ['api'], { role: 'api', watch }, silent);
  try {
    const damaged = {
      ...state,
      get: () => Promise.reject(new Error('damaged')),
      list: () => Promise.reject(new Error('damaged')),
    };
    watching.opened({
      ...installation,
      rawReadModels: installation.readModels,
      state: damaged,
      close: () => installation.stop(),
    });
    const page = await (await fetch(`http://127.0.0.1:${watching.port}/metrics`)).text();
    assert.match(page, /colophon_store_up\{store="state"[^}]*\} 0/u);
    assert.match(page, /colophon_store_up\{store="event store"[^}]*\} 1/u);
  } finally {
    await watching.close();
    await watch.close();
  }
});
