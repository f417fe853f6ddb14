/** Counts of requests that are settled between processes in the background. */
import assert from 'node:assert/strict';
import {
  requestCounter,
  settlingCounter,
  WINDOW_MS,
  type RequestCounter,
} from '../../../commands/credentials/rates.ts';
import type { StateStore } from '../../../commands/ports.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { silent } from '../../support/silent.ts';
import { suite } from '../../support/suite.ts';

const LIMIT = 10;

/** Processes over one store, all on one clock. */
const shared = () => {
  let at = 0;
  let isFull = false;
  const records = new Map<string, { readonly value: number; readonly expiresAt: number }>();
  const state: Pick<StateStore, 'increment' | 'now'> = {
    now: () => Promise.resolve(at),
    increment: (key, by, ttlMs) => {
      if (isFull) return Promise.reject(new Unavailable('state', 'the disk is full'));
      const open = records.get(key);
      const isOpen = open !== undefined && open.expiresAt > at;
      const record = { value: (isOpen ? open.value : 0) + by, expiresAt: isOpen ? open.expiresAt : at + ttlMs };
      records.set(key, record);
      return Promise.resolve({ key, version: 1, ...record });
    },
  };
  const due: (() => void)[] = [];
  return {
    state,
    process: (): RequestCounter =>
      settlingCounter({ state, log: silent }, { now: () => at, after: (_ms, work) => void due.push(work) }),
    fill: (full: boolean): void => void (isFull = full),
    passing: (ms: number): void => void (at += ms),
    /** The next settlement of every process that has one due. */
    settle: async (): Promise<void> => {
      for (const work of due.splice(0)) work();
      await new Promise((resolve) => setImmediate(resolve));
    },
    due,
  };
};

/** How many of these requests pass. */
const passed = async (count: RequestCounter, requests: number): Promise<number> => {
  let within = 0;
  for (let n = 0; n < requests; n += 1) if ((await count('a', LIMIT)).isWithin) within += 1;
  return within;
};

const rates = suite('a rate that is settled in the background');

rates('lets exactly the limit pass in one process, whether or not anything is settled', async () => {
  const { process } = shared();
  const count = process();
  assert.deepEqual(await count('a', LIMIT), { isWithin: true, remaining: LIMIT - 1, secondsLeft: 60 });
  assert.equal(await passed(count, 3 * LIMIT), LIMIT - 1);
  assert.equal((await count('b', LIMIT)).isWithin, true);
});

rates('lets other processes pass what they do not know of yet, and nothing after that', async () => {
  const { process, settle } = shared();
  const [one, other] = [process(), process()];
  assert.deepEqual([await passed(one, 6), await passed(other, 6)], [6, 6]);
  await settle();
  // The first to settle has not heard of the other.
  assert.deepEqual([await passed(other, 5), await passed(one, 5)], [0, 4]);
  await settle();
  assert.deepEqual([await passed(other, 5), await passed(one, 5)], [0, 0]);
});

rates('goes on while the store takes no write, and settles all of it when it does again', async () => {
  const { process, settle, fill, state } = shared();
  const [one, other] = [process(), process()];
  fill(true);
  assert.equal(await passed(one, 4), 4);
  for (let n = 0; n < 3; n += 1) await settle();
  assert.equal(await passed(one, 2), 2);
  fill(false);
  await settle();
  assert.equal((await state.increment('rate/a', 0, WINDOW_MS)).value, 6);
  assert.equal(await passed(other, 1), 1);
  await settle();
  assert.equal(await passed(other, LIMIT), LIMIT - 7);
});

rates('ends its window with that of the store, and forgets what it had not settled', async () => {
  const { process, settle, passing, state, due } = shared();
  await requestCounter(state)('a', LIMIT);
  passing(WINDOW_MS / 2);
  const count = process();
  assert.equal((await count('a', LIMIT)).secondsLeft, 60);
  await settle();
  assert.deepEqual(await count('a', LIMIT), { isWithin: true, remaining: LIMIT - 3, secondsLeft: 30 });
  passing(WINDOW_MS / 2);
  await settle();
  assert.equal(due.length, 0);
  assert.equal(await passed(count, 2 * LIMIT), LIMIT);
});
