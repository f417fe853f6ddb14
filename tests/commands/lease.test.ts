/** Leases: one holder at a time, who notices losing it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { StateStore } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import { whileLeading, whileLeadingAny } from '../../workers/leading.ts';
import { acquireLease, isLeased, markLeased } from '../../commands/lease.ts';
import { silent, noWaits } from '../support/silent.ts';
import { freshPlace } from '../support/stores.ts';
import { suite } from '../support/suite.ts';
import { until } from '../support/until.ts';

const SHORT = { ttlMs: 150, log: silent, waits: noWaits };
const LONG = { ttlMs: 60_000, log: silent };

const leases = suite('a lease');

const place = await leases.holds(freshPlace());
const { state } = await leases.holds(place.open());

/** A holder that dies without releasing the lease. */
const leaveLease = (name: string, ttlMs: number): Promise<unknown> =>
  state.put(`lease/${name}`, { holder: 'dead' }, { ifVersion: 'absent', ttlMs });

leases('has one holder until it is released', async () => {
  const mine = await acquireLease(state, 'a', 'me', LONG);
  assert.ok(mine);
  assert.equal(await acquireLease(state, 'a', 'you', LONG), null);
  assert.equal(await acquireLease(state, 'a', 'me', LONG), null);
  await mine.release();
  assert.equal(await isLeased(state, 'a'), false);
  const yours = await acquireLease(state, 'a', 'you', LONG);
  assert.ok(yours);
  await yours.release();
});

leases('is kept beyond its duration by renewing it', async () => {
  // Long enough that a busy host renews it in time.
  const mine = await acquireLease(state, 'b', 'me', { ...SHORT, ttlMs: 3000 });
  assert.ok(mine);
  const { version } = (await state.get('lease/b')) ?? { version: 0 };
  while (((await state.get('lease/b'))?.version ?? 0) < version + 4) {
    assert.equal(mine.lost.aborted, false);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.equal(await acquireLease(state, 'b', 'you', SHORT), null);
  await mine.release();
});

leases('that marks a process is there again after it expired, until the process ends', async () => {
  const mark = await markLeased(state, 'process', SHORT);
  await state.remove('lease/process');
  await until(() => isLeased(state, 'process'), Boolean);
  await mark.close();
  assert.equal(await isLeased(state, 'process'), false);
});

leases('is reported as lost when another process holds it or the store is down', async () => {
  const mine = await acquireLease(state, 'c', 'me', SHORT);
  assert.ok(mine);
  await state.put('lease/c', { holder: 'thief' });
  if (!mine.lost.aborted) await once(mine.lost, 'abort');
  await mine.release();
  assert.deepEqual((await state.get('lease/c'))?.value, { holder: 'thief' });

  let isAway = false;
  const away: StateStore = {
    ...state,
    put: (...args) => (isAway ? Promise.reject(new Unavailable('state', 'away')) : state.put(...args)),
  };
  const other = await acquireLease(away, 'd', 'me', SHORT);
  assert.ok(other);
  isAway = true;
  if (!other.lost.aborted) await once(other.lost, 'abort');
  await other.release();
});

leases('is left to expire if the store does not answer', async () => {
  const silentState: StateStore = { ...state, remove: () => new Promise<never>(() => undefined) };
  const done = new AbortController();
  const names = ['s1', 's2', 's3'];
  await whileLeadingAny(silentState, 'me', { ...SHORT, names, signal: done.signal }, async () => done.abort());
  for (const name of names) await state.remove(`lease/${name}`);
});

leases('expires for its holder no later than for the store, however late the response', async () => {
  const slow: StateStore = {
    ...state,
    put: async (...args) => {
      const put = await state.put(...args);
      // The response is held back until the lease has expired in the store.
      while ((await state.get('lease/slow')) !== null) await new Promise((resolve) => setTimeout(resolve, 10));
      return put;
    },
  };
  const late = await acquireLease(slow, 'slow', 'me', SHORT);
  assert.equal(late?.lost.aborted, true);
  const theirs = await acquireLease(state, 'slow', 'you', LONG);
  await late.release();
  assert.equal(await isLeased(state, 'slow'), true);
  await theirs?.release();
});

leases('is not confused with another of the same version', async () => {
  for (const name of ['renewed', 'released']) {
    const mine = await acquireLease(state, name, 'me', name === 'renewed' ? SHORT : LONG);
    assert.ok(mine);
    // It expired unnoticed, and versions start over.
    await state.remove(`lease/${name}`);
    const theirs = await state.put(`lease/${name}`, { holder: 'other' }, { ifVersion: 'absent' });
    if (name === 'renewed' && !mine.lost.aborted) await once(mine.lost, 'abort');
    await mine.release();
    assert.deepEqual(await state.get(`lease/${name}`), theirs);
  }
});

leases('passes to the next process when its holder has died', async () => {
  await leaveLease('e', 100);
  const done = new AbortController();
  let led = 0;
  await whileLeading(state, 'e', 'me', { ...SHORT, signal: done.signal }, async () => {
    led += 1;
    done.abort();
  });
  assert.equal(led, 1);
});

leases('is acquired soon after the store is back, however rarely it is tried otherwise', async () => {
  const HOUR = 3_600_000;
  let failures = 0;
  const failsTwice = (): StateStore => {
    let left = 2;
    const put: StateStore['put'] = (...args) => {
      if (left === 0) return state.put(...args);
      [left, failures] = [left - 1, failures + 1];
      return Promise.reject(new Unavailable('state', 'away'));
    };
    return { ...state, put };
  };
  const done = new AbortController();
  const lead = { names: ['back'], ttlMs: HOUR, log: silent, waits: noWaits, signal: done.signal };
  await whileLeadingAny(failsTwice(), 'me', lead, async () => done.abort());
  assert.equal(failures, 2);
});

leases('never has two leaders at once', async () => {
  const done = new AbortController();
  let leading = 0;
  let most = 0;
  let times = 0;
  const lead = async (name: string): Promise<void> => {
    while (!done.signal.aborted) {
      const turn = new AbortController();
      const signal = AbortSignal.any([done.signal, turn.signal]);
      await whileLeading(state, 'f', name, { ...SHORT, signal }, async () => {
        leading += 1;
        most = Math.max(most, leading);
        await new Promise(setImmediate);
        leading -= 1;
        if ((times += 1) === 10) done.abort();
        turn.abort();
      });
    }
  };
  await Promise.all(['one', 'two', 'three'].map(lead));
  assert.equal(most, 1);
});
