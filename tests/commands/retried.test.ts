/** Calls are made first; only their failures are retried. */
import assert from 'node:assert/strict';
import { retried } from '../../commands/retried.ts';
import { suite } from '../support/suite.ts';

const retrying = suite('a call that may be retried');

const failingUntil =
  (last: number, seen: number[]) =>
  (number: number): Promise<string> => {
    seen.push(number);
    return number < last ? Promise.reject(new Error(`attempt ${number} failed`)) : Promise.resolve('done');
  };

retrying('needs no options if it succeeds', async () => {
  const seen: number[] = [];
  const unneeded = () => assert.fail('options were made');
  assert.equal(await retried(failingUntil(1, seen), unneeded), 'done');
  assert.deepEqual(seen, [1]);
});

retrying('has as many attempts as the options allow, the first included', async () => {
  const seen: number[] = [];
  assert.equal(await retried(failingUntil(3, seen), () => ({ retries: 2, minTimeout: 1 })), 'done');
  assert.deepEqual(seen, [1, 2, 3]);
  await assert.rejects(
    retried(failingUntil(4, seen), () => ({ retries: 2, minTimeout: 1 })),
    /attempt 3 failed/u,
  );
  assert.deepEqual(seen, [1, 2, 3, 1, 2, 3]);
});

retrying('fails at once if its first failure must not be retried', async () => {
  const seen: number[] = [];
  await assert.rejects(
    retried(failingUntil(2, seen), () => ({ shouldRetry: () => false })),
    /attempt 1 failed/u,
  );
  assert.deepEqual(seen, [1]);
});
