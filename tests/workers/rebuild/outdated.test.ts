/** When a leader plans again. */
import assert from 'node:assert/strict';
import { generationOf } from '../../../projections/generations.ts';
import { isOutdated } from '../../../workers/rebuild/index.ts';
import type { Action } from '../../../workers/rebuild/next-actions.ts';
import { shelf } from '../projector/shelf.ts';
import { suite } from '../../support/suite.ts';

type Decided = Parameters<typeof isOutdated>[0];

const decided: Decided = { actions: [], plan: { live: [shelf], catchingUp: [] }, signature: 'a' };
const next = generationOf(shelf, 1);
const catchingUp: Decided = { ...decided, plan: { live: [shelf], catchingUp: [next] } };

const old = { key: 'shelf_v0', projection: 'shelf', version: 0, generation: 0, collections: [] };
const retire: Action = { type: 'retire', entry: { ...old, retiredAt: null, revision: 1 } };
const switching: Action = { type: 'switchReaders', projection: shelf, generation: 1 };

const isOver = (planned: Decided, change: Partial<Decided>, before = 'a'): boolean =>
  isOutdated(planned, { ...planned, ...change }, before);

const planning = suite('a plan');

planning('holds while nothing has changed', () => assert.equal(isOver(decided, {}), false));

planning('is outdated when something is due', () => assert.ok(isOver(decided, { actions: [retire] })));

planning('holds, whatever is to be removed, while its process is catching up', () => {
  assert.equal(isOver(catchingUp, { actions: [retire] }), false);
  assert.ok(isOver(catchingUp, { actions: [switching] }));
});

planning('holds while one after another of its generations has caught up', () =>
  assert.equal(isOver(catchingUp, { plan: { live: [next, shelf], catchingUp: [] } }), false),
);

planning('is outdated by a request, unless another follows it', () => {
  assert.equal(isOver(decided, { signature: 'b' }), false);
  assert.equal(isOver(decided, { signature: 'c' }, 'b'), false);
  assert.ok(isOver(decided, { signature: 'c' }, 'c'));
});

planning('is outdated when other generations are to run', () =>
  assert.ok(isOver(decided, { plan: { live: [next], catchingUp: [] } })),
);
