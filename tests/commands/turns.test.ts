/** Long pieces of work that start at once. */
import assert from 'node:assert/strict';
import { inTurn, TURN_MS } from '../../commands/turns.ts';
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
