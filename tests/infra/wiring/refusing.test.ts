/** Roles over stores that can be read but not written, as on a full disk. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { bootstrap } from '../../../commands/bootstrap.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { readConfig } from '../../../infra/config.ts';
import { randomIds, systemClock } from '../../../infra/system.ts';
import type { RoleContext } from '../../../infra/wiring/roles/context.ts';
import { runProjectorRole } from '../../../infra/wiring/roles/projector.ts';
import { runWorkerRole } from '../../../infra/wiring/roles/worker.ts';
import { watchRole, type RoleWatch } from '../../../infra/wiring/role-watch.ts';
import type { Stores } from '../../../infra/wiring/stores.ts';
import { allProjections } from '../../../projections/all.ts';
import { leaseOf } from '../../../workers/rebuild/leases.ts';
import { inPlace } from '../../support/stores.ts';
import { silent } from '../../support/silent.ts';
import { suite } from '../../support/suite.ts';

const FULL = new Unavailable('state', 'the disk is full');

type Run = (context: RoleContext) => Promise<void>;

/** Runs the role over a full state store; `full` decides whether it still is. */
const whileRunning = (
  run: Run,
  test: (role: { watch: RoleWatch; stores: Stores; full: (is: boolean) => void }) => Promise<void>,
) =>
  inPlace(async (place) => {
    const config = readConfig({ ...place.env, METRICS_PORT: '0', HARVEST_INTERVAL_HOURS: '0' });
    const stores = await place.open();
    const stopping = new AbortController();
    const watch = await watchRole('test', config);
    if (watch === undefined) throw new Error('nothing is watched');
    await bootstrap({ ...stores, clock: systemClock, ids: randomIds });
    let isFull = true;
    const put: Stores['state']['put'] = (...args) => (isFull ? Promise.reject(FULL) : stores.state.put(...args));
    const context = { config, stores: { ...stores, state: { ...stores.state, put } }, log: silent, watch };
    const running = run({ ...context, signal: stopping.signal });
    try {
      await test({ watch, stores, full: (is) => (isFull = is) });
    } finally {
      stopping.abort();
      await running;
      await watch.close();
      await stores.close();
    }
  });

const untilWaits = async (watch: RoleWatch, expected: string | null): Promise<void> => {
  while ((await watch.report()).status.waitingFor !== expected) await pause(5);
};

const refusing = suite('a role whose store refuses writes');

for (const [role, run] of Object.entries({ projector: runProjectorRole, worker: runWorkerRole }))
  refusing(`is reported as waiting for it: ${role}`, () =>
    whileRunning(run, async ({ watch, full }) => {
      await untilWaits(watch, 'the state');
      full(false);
      await untilWaits(watch, null);
      full(true);
      await untilWaits(watch, 'the state');
    }),
  );

refusing('is not waiting on standby, while another process leads', () =>
  whileRunning(runProjectorRole, async ({ watch, full, stores }) => {
    await untilWaits(watch, 'the state');
    for (const projection of allProjections)
      await stores.state.put(`lease/${leaseOf(projection)}`, { holder: 'another' }, { ttlMs: 60_000 });
    full(false);
    await untilWaits(watch, null);
    assert.equal((await watch.report()).status.leading, false);
  }),
);
