/** A leader's next actions follow from the state of the stores. */
import assert from 'node:assert/strict';
import { collectionsOf, projectionKey } from '../../../projections/define.ts';
import { generationOf } from '../../../projections/generations.ts';
import type { ProjectionState } from '../../../workers/projector/lag.ts';
import type { ProjectionControls } from '../../../workers/rebuild/controls.ts';
import { type Action, nextActions } from '../../../workers/rebuild/next-actions.ts';
import type { Observed, ObservedProjection } from '../../../workers/rebuild/observe.ts';
import type { Registered } from '../../../workers/rebuild/registry.ts';
import { shelf } from '../projector/shelf.ts';
import { suite } from '../../support/suite.ts';

const NOW = 100_000;
const RETENTION = { generationMs: 1_000, versionMs: 10_000 };

const keyIn = (generation: number): string => projectionKey(generationOf(shelf, generation));
const live = (position: number): ProjectionState => ({ phase: 'live', position });
const filling = (position: number): ProjectionState => ({ phase: 'filling', position });

const entry = (generation: number, retiredAt: number | null, version = shelf.version): Registered => ({
  key: projectionKey({ ...shelf, version, generation }),
  ...{ projection: shelf.name, version, generation, retiredAt },
  ...{ collections: collectionsOf(generationOf(shelf, generation)), revision: 1 },
});

const record = { key: 'projecting/rebuild/shelf_v1', value: {}, version: 1, expiresAt: null };
const rebuilding = (generation: number): ProjectionControls['rebuilds'] =>
  new Map([[projectionKey(shelf), { generation, record }]]);

type Given = Partial<Omit<Observed, 'controls' | 'projections'>> & {
  readonly controls?: Partial<ProjectionControls>;
  readonly shelf?: Partial<ObservedProjection>;
};

/** One projection serving its first generation, at the end of the log, unless given otherwise. */
const observed = ({ controls, shelf: own, ...given }: Given): Observed => ({
  ...{ now: NOW, registered: [entry(0, null)], head: 10, atWork: new Set() },
  controls: {
    ...{
      rebuilds: new Map(),
      verified: new Map(),
      paused: new Set(),
      skips: new Map(),
      drops: new Set(),
      failures: new Map(),
    },
    signature: '',
    ...controls,
  },
  projections: [{ declared: shelf, serving: 0, wanted: 0, verified: [], states: new Map([[0, live(10)]]), ...own }],
  ...given,
});

/** As text: the actions, and the keys that run. */
const next = (given: Given, declared = shelf) => {
  const { actions, plan } = nextActions(observed(given), [declared], RETENTION);
  const textOf = (action: Action): string => {
    if (action.type === 'switchReaders') return `serve ${action.generation}`;
    if (action.type === 'endRebuild') return 'end rebuild';
    return `${action.type} ${'entry' in action ? action.entry.key : projectionKey(action.projection)}`;
  };
  return {
    actions: actions.map(textOf),
    live: plan.live.map(projectionKey),
    catchingUp: plan.catchingUp.map(projectionKey),
  };
};

const quiet = { actions: [], live: [keyIn(0)], catchingUp: [] };

const ordered = (states: readonly (readonly [number, ProjectionState])[]): Given => ({
  registered: [entry(0, null), entry(1, null)],
  controls: { rebuilds: rebuilding(1) },
  shelf: { wanted: 1, states: new Map(states) },
});

const deciding = suite('the next actions of a leader');

deciding('are none if each projection serves and nothing is requested', () => assert.deepEqual(next({}), quiet));

deciding('register and fill rows that do not exist yet', () =>
  assert.deepEqual(next({ registered: [], shelf: { states: new Map([[0, { phase: 'absent', position: -1 }]]) } }), {
    ...quiet,
    ...{ actions: [`register ${keyIn(0)}`], live: [], catchingUp: [keyIn(0)] },
  }),
);

deciding('fill the generation that an operator has ordered, beside the active one', () =>
  assert.deepEqual(
    next({
      ...ordered([
        [0, live(10)],
        [1, filling(4)],
      ]),
      registered: [entry(0, null)],
    }),
    {
      ...quiet,
      ...{ actions: [`register ${keyIn(1)}`], catchingUp: [keyIn(1)] },
    },
  ),
);

deciding('switch to it when it shows as much, and retire the previous one', () =>
  assert.deepEqual(
    next(
      ordered([
        [0, live(10)],
        [1, live(10)],
      ]),
    ),
    {
      ...quiet,
      actions: ['serve 1', 'end rebuild', `retire ${keyIn(0)}`],
      live: [keyIn(1), keyIn(0)],
    },
  ),
);

deciding('do not switch to a lagging one, unless all events beyond it have been erased', () => {
  const behind = ordered([
    [0, live(10)],
    [1, live(9)],
  ]);
  assert.deepEqual(next(behind), {
    ...quiet,
    live: [keyIn(1), keyIn(0)],
  });
  assert.deepEqual(next({ ...behind, head: 9 }).actions.slice(0, 2), ['serve 1', 'end rebuild']);
});

deciding('drop a generation after its grace period, or at once where that is ordered', () => {
  const followed = (retiredAt: number, drops: readonly string[] = []): Given => ({
    registered: [entry(0, retiredAt), entry(1, null)],
    controls: { drops: new Set(drops) },
    shelf: {
      serving: 1,
      wanted: 1,
      states: new Map([
        [0, live(10)],
        [1, live(10)],
      ]),
    },
  });
  const kept = { ...quiet, live: [keyIn(1), keyIn(0)] };
  const dropped = { ...kept, actions: [`drop ${keyIn(0)}`], live: [keyIn(1)] };
  assert.deepEqual(next(followed(NOW - 999)), kept);
  assert.deepEqual(next(followed(NOW - 1_000)), dropped);
  assert.deepEqual(next(followed(NOW - 1, [keyIn(0)])), dropped);
  // A wrong clock retired it.
  const again = { ...kept, actions: [`retire ${keyIn(0)}`] };
  assert.deepEqual(next(followed(NOW + 365 * 86_400_000)), again);
});

deciding('build and keep up a generation that verifies the active one, and never switch to it', () => {
  const verifying = (state: ProjectionState): Given => ({
    shelf: {
      verified: [1],
      states: new Map([
        [0, live(10)],
        [1, state],
      ]),
    },
  });
  const registered = [entry(0, null), entry(1, null)];
  const catchingUp = { ...quiet, catchingUp: [keyIn(1)] };
  assert.deepEqual(next(verifying(filling(4))), { ...catchingUp, actions: [`register ${keyIn(1)}`] });
  assert.deepEqual(next({ ...verifying(filling(4)), registered }), catchingUp);
  assert.deepEqual(next({ ...verifying(live(10)), registered }), { ...quiet, live: [keyIn(1), keyIn(0)] });
});

deciding('drop at once a generation that was built for a request that is over', () =>
  assert.deepEqual(
    next({
      registered: [entry(0, null), entry(1, null)],
      shelf: {
        states: new Map([
          [0, live(10)],
          [1, live(10)],
        ]),
      },
    }),
    { ...quiet, actions: [`drop ${keyIn(1)}`] },
  ),
);

deciding('hold the active generation of a paused projection, and complete its replacement', () => {
  const paused = (wanted: ProjectionState) => {
    const states = [
      [0, live(10)],
      [1, wanted],
    ] as const;
    const { controls, ...given } = ordered(states);
    return next({ ...given, controls: { ...controls, paused: new Set([shelf.name]) } });
  };
  const replacing = { ...quiet, live: [] };
  assert.deepEqual(paused(filling(4)), { ...replacing, catchingUp: [keyIn(1)] });
  assert.deepEqual(paused(live(9)), { ...replacing, live: [keyIn(1)] });
  assert.deepEqual(paused(live(10)), {
    ...quiet,
    actions: ['serve 1', 'end rebuild', `retire ${keyIn(0)}`],
    live: [],
  });
});

deciding('skip a projection whose catch-up has failed', () => {
  const failure = { message: 'it broke', event: null, at: NOW };
  const failed = ordered([
    [0, live(10)],
    [1, filling(4)],
  ]);
  assert.deepEqual(
    next({ ...failed, controls: { ...failed.controls, failures: new Map([[keyIn(1), failure]]) } }),
    quiet,
  );
});

deciding('retire an earlier version, and wait while another process works on it', () => {
  const earlier = entry(0, null, shelf.version - 1);
  const registered = [entry(0, null), earlier];
  assert.deepEqual(next({ registered }), {
    ...quiet,
    actions: [`retire ${earlier.key}`],
  });
  assert.deepEqual(next({ registered, atWork: new Set([earlier.key]) }), quiet);
});

deciding('keep a later version, until an operator orders that it is dropped', () => {
  const later = entry(0, null, shelf.version + 1);
  const registered = [entry(0, null), later];
  assert.deepEqual(next({ registered }), quiet);
  assert.deepEqual(next({ registered, controls: { drops: new Set([later.key]) } }), {
    ...quiet,
    actions: [`drop ${later.key}`],
  });
});
