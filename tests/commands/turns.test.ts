/** Long pieces of work that start at once. */
import assert from 'node:assert/strict';
import { inTurn, nextTurn, oncePerTurn, TURN_MS } from '../../commands/turns.ts';
import { suite } from '../support/suite.ts';

const PIECES = 6;

const spin = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

const turns = suite('pieces of work that start at once');

turns('let timers and sockets run in between', async () => {
  let passed = 0;
  let isOver = false;
  const count = (): void => {
    passed += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const seen = await Promise.all(
    Array.from({ length: PIECES }, () =>
      inTurn(() => {
        spin(TURN_MS);
        return passed;
      }),
    ),
  );
  isOver = true;
  assert.equal(new Set(seen).size, PIECES, `event loop turns that had passed: ${seen.join(', ')}`);
});

turns('share a turn if they are short', async () => {
  const order: number[] = [];
  await Promise.all(Array.from({ length: PIECES }, (_, n) => inTurn(() => order.push(n))));
  assert.deepEqual(order, [0, 1, 2, 3, 4, 5]);
});

turns('fail as their work does', async () => {
  await assert.rejects(
    inTurn(() => {
      throw new Error('the work failed');
    }),
    /the work failed/,
  );
});

turns('share one call of the same kind, which the next turn makes again', async () => {
  let calls = 0;
  const ask = oncePerTurn(() => Promise.resolve((calls += 1)));
  assert.deepEqual(await Promise.all([ask(), ask(), ask()]), [1, 1, 1]);
  await nextTurn();
  assert.equal(await ask(), 2);
});

turns('share a failed call too, but not for longer', async () => {
  let calls = 0;
  const ask = oncePerTurn(() => ((calls += 1) === 1 ? Promise.reject(new Error('it failed')) : Promise.resolve(calls)));
  const asked = await Promise.allSettled([ask(), ask()]);
  assert.deepEqual(
    asked.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  await nextTurn();
  assert.equal(await ask(), 2);
});
