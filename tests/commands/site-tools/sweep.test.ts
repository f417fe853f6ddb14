/** Processing large numbers of items, shard by shard. */
import assert from 'node:assert/strict';
import { sweep } from '../../../commands/site-tools/sweep.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { suite } from '../../support/suite.ts';

type Target = { readonly shard: number; readonly n: number };

const SHARDS = 4;
const ignore = (): void => undefined;

const targets = async function* (count: number, seen: (n: number) => void = ignore): AsyncIterable<Target> {
  for (let n = 0; n < count; n += 1) {
    seen(n);
    yield { shard: n % SHARDS, n };
  }
};

const sweeping = suite('a sweep');

sweeping('counts changes, shard by shard', async () => {
  const outcomes = await sweep(targets(100), SHARDS, ({ n }) => Promise.resolve(n >= 50), ignore);
  assert.deepEqual(
    outcomes,
    [0, 1, 2, 3].map((shard) => ({ shard, done: shard < 2 ? 12 : 13, error: null })),
  );
});

sweeping('skips a shard that fails, and continues with the others', async () => {
  const tried: number[] = [];
  const finished: number[] = [];
  const outcomes = await sweep(
    targets(4_000),
    SHARDS,
    ({ shard }) => {
      tried.push(shard);
      return shard === 2 ? Promise.reject(new Unavailable('event store', 'the disk is full')) : Promise.resolve(true);
    },
    (shard) => finished.push(shard),
  );
  const why = 'event store unavailable: the disk is full';
  assert.deepEqual(
    outcomes.map(({ done, error }) => [done, error]),
    [
      [1_000, null],
      [1_000, null],
      [0, why],
      [1_000, null],
    ],
  );
  assert.deepEqual(finished, [2]);
  assert.ok(tried.filter((shard) => shard === 2).length < 100, 'continues past a failing shard');
});

sweeping('reports no shard as finished when the targets could not all be read', async () => {
  const broken = async function* (): AsyncIterable<Target> {
    yield* targets(40);
    throw new Unavailable('read models', 'gone');
  };
  const outcomes = await sweep(broken(), SHARDS, () => Promise.resolve(true), ignore);
  assert.deepEqual(
    outcomes.map(({ done, error }) => [done, error]),
    Array.from({ length: SHARDS }, () => [10, 'read models unavailable: gone']),
  );
});

sweeping('reports a bug without its details', async () => {
  const [outcome] = await sweep(targets(1), 1, () => Promise.reject(new TypeError('secret of undefined')), ignore);
  assert.equal(outcome?.error, 'internal error');
});

sweeping('counts items recorded under a shard that no longer exists', async () => {
  const old = async function* (): AsyncIterable<Target> {
    yield { shard: 9, n: 0 };
  };
  const outcomes = await sweep(old(), 1, () => Promise.resolve(true), ignore);
  assert.deepEqual(
    outcomes.map(({ shard, done }) => [shard, done]),
    [
      [0, 0],
      [9, 1],
    ],
  );
});

sweeping('reads no further ahead than it needs, and yields to other work', async () => {
  let [read, done, ahead, turns] = [0, 0, 0, 0];
  const turning = setInterval(() => (turns += 1), 0);
  try {
    await sweep(
      targets(20_000, (n) => (read = n)),
      SHARDS,
      () => {
        ahead = Math.max(ahead, read - done);
        done += 1;
        return Promise.resolve(true);
      },
      ignore,
    );
  } finally {
    clearInterval(turning);
  }
  assert.equal(done, 20_000);
  assert.ok(ahead < 400, `${ahead} were read ahead`);
  assert.ok(turns > 0, 'no other work had a turn');
});
