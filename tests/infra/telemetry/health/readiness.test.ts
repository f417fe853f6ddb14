import assert from 'node:assert/strict';
import { NEVER_DIED, readinessOf, type Observed } from '../../../../infra/telemetry/health/readiness.ts';
import { suite } from '../../../support/suite.ts';

const live = { name: 'catalogue', version: 1, phase: 'live', position: 8, head: 9, lagEvents: 1, lagMs: 1500 } as const;
const status = { waitingFor: null, leading: null };
const well: Observed = {
  roles: [
    { role: 'api', status, deaths: NEVER_DIED },
    { role: 'projector', status: { ...status, leading: false }, deaths: NEVER_DIED },
    { role: 'worker', status, deaths: NEVER_DIED },
  ],
  stores: [{ name: 'event store', problem: null }],
  projections: [live],
};

const problems = (observed: Partial<Observed>): Readonly<Record<string, readonly string[]>> => {
  const { body } = readinessOf({ ...well, ...observed });
  const roles = body['roles'] as Readonly<Record<string, { readonly problems: readonly string[] }>>;
  return Object.fromEntries(Object.entries(roles).map(([role, each]) => [role, each.problems]));
};

const ready = suite('readiness');

ready('holds while stores respond and rows can be read, however far behind, leading or on standby', () => {
  const { isReady, body } = readinessOf(well);
  assert.ok(isReady);
  assert.equal(body['status'], 'ready');
  const [{ lag_events: events, lag_seconds: seconds } = {}] = body['projections'] as readonly Record<string, unknown>[];
  assert.deepEqual([events, seconds], [1, 1.5]);
});

ready('shows which projections are paused, which does not affect it', () => {
  const { isReady, body } = readinessOf({ ...well, projections: [live, { ...live, name: 'timeline', paused: true }] });
  assert.ok(isReady);
  const shown = body['projections'] as readonly Record<string, unknown>[];
  assert.deepEqual(
    shown.map(({ name, phase, paused }) => [name, phase, paused]),
    [
      ['catalogue', 'live', undefined],
      ['timeline', 'live', true],
    ],
  );
});

ready('reports how far matching is behind, which does not affect it', () => {
  const { position, head, lagEvents, lagMs } = live;
  const { isReady, body } = readinessOf({ ...well, matching: { position, head, lagEvents, lagMs } });
  assert.ok(isReady);
  assert.deepEqual(body['matching'], { position: 8, head: 9, lag_events: 1, lag_seconds: 1.5 });
});

ready('is lacking only in the api while rows are incomplete', () =>
  assert.deepEqual(problems({ projections: [{ ...live, phase: 'filling' }] }), {
    api: ['projection catalogue v1 is filling'],
    projector: [],
    worker: [],
  }),
);

ready('is lacking in all roles while a store is down', () =>
  assert.deepEqual(problems({ stores: [{ name: 'state', problem: 'no answer within 2000 ms' }], projections: null }), {
    api: ['state: no answer within 2000 ms'],
    projector: ['state: no answer within 2000 ms'],
    worker: ['state: no answer within 2000 ms'],
  }),
);

ready('is lacking in a role that waits, and in one that does not answer', () =>
  assert.deepEqual(
    problems({
      roles: [
        { role: 'projector', status: { waitingFor: 'the event store', leading: true }, deaths: NEVER_DIED },
        { role: 'worker', status: null, deaths: NEVER_DIED },
      ],
    }),
    { projector: ['waits for the event store'], worker: ['does not answer'] },
  ),
);

ready(
  'is lacking in a role that has died, with its reason, and returns with it, while the death stays on record',
  () => {
    const deaths = { count: 2, lastReason: 'out of memory' };
    assert.deepEqual(problems({ roles: [{ role: 'projector', status: null, deaths }] }), {
      projector: ['has died and is started again: out of memory'],
    });
    const { isReady, body } = readinessOf({ ...well, roles: [{ role: 'projector', status, deaths }] });
    assert.ok(isReady);
    const [role] = Object.values(body['roles'] as Readonly<Record<string, Readonly<Record<string, unknown>>>>);
    assert.deepEqual([role?.['restarts'], role?.['last_death']], [2, 'out of memory']);
  },
);
