/** When a leader plans again. */
import assert from 'node:assert/strict';
import { projectionKey } from '../../../projections/define.ts';
import { generationOf } from '../../../projections/generations.ts';
import { type Look, outdatedBy, type Planned, type Reason } from '../../../workers/rebuild/index.ts';
import { shelf } from '../projector/shelf.ts';
import { suite } from '../../support/suite.ts';

const [serving, next] = [projectionKey(shelf), projectionKey(generationOf(shelf, 1))];

const planned: Planned = {
  plan: {
    ...{ live: [shelf], catchingUp: [], serving: [shelf] },
    successors: new Map([[next, serving]]),
    positions: new Map(),
    dueAt: 1_000,
  },
  ...{ madeAt: 500, signature: 'a' },
  mayCatchUp: false,
};

const seen: Look = {
  ...{ now: 999, signature: 'a', serving: new Set([serving]), head: 10, isCatchUpLed: true },
  checkpoints: new Map([
    [serving, { position: 10, phase: 'live' }],
    [next, { position: 5, phase: 'live' }],
  ]),
};

const outdated = (change: Partial<Look>, before = 'a'): Reason | null =>
  outdatedBy(planned, { ...seen, ...change }, before);

const planning = suite('a plan');

planning('holds while nothing has changed', () => assert.equal(outdated({}), null));

planning('is outdated when something is due, or its clock has been set back', () => {
  assert.equal(outdated({ now: 1_000 }), 'due');
  assert.equal(outdated({ now: 499 }), 'due');
});

planning('holds, whatever is due, while its process is catching up', () => {
  const plan = { ...planned.plan, catchingUp: [shelf] };
  assert.equal(outdatedBy({ ...planned, plan, mayCatchUp: true }, { ...seen, now: 1_000 }, 'a'), null);
  assert.equal(outdatedBy({ ...planned, plan, mayCatchUp: false }, { ...seen, now: 1_000 }, 'a'), 'due');
});

planning('is outdated by a request, unless another follows it', () => {
  assert.equal(outdated({ signature: 'b' }), null);
  assert.equal(outdated({ signature: 'c' }, 'b'), null);
  assert.equal(outdated({ signature: 'c' }, 'c'), 'requested');
});

planning('is outdated when readers read another generation', () =>
  assert.equal(outdated({ serving: new Set([next]) }), 'switched'),
);

planning('is outdated when the active generation is beyond the log, and its successor at the end', () => {
  const checkpoints = (position: number) =>
    new Map([
      [serving, { position: 12, phase: 'live' as const }],
      [next, { position, phase: 'live' as const }],
    ]);
  assert.equal(outdated({ checkpoints: checkpoints(9) }), null);
  assert.equal(outdated({ checkpoints: checkpoints(10) }), 'at the end');
});

planning('is outdated when the process that caught up is gone', () =>
  assert.equal(outdated({ isCatchUpLed: false }), 'behind'),
);
