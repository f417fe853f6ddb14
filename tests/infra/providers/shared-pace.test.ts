/** The shared rate limit of several processes, which know of each other only through the state store. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { StateStore } from '../../../commands/ports.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { openSharedPace } from '../../../infra/providers/http/rate-limiter.ts';
import type { Stores } from '../../../infra/wiring/stores.ts';
import { freshPlace } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';

const RATE = 50;
const never = new AbortController().signal;

const shared = suite('a shared rate limit');
const place = await shared.holds(freshPlace());
const open = (): Promise<Stores> => shared.holds(place.open());
const [first, ...others] = [await open(), await open(), await open()] as const;
const opened = [first, ...others];

/** The times in the shared record that were granted, to any process. */
const watched = (state: StateStore, given: number[]): StateStore => ({
  ...state,
  put: async (key, value, options) => {
    const put = await state.put(key, value, options);
    if (put !== null) given.push((value as { readonly next: number }).next);
    return put;
  },
});

shared('grants each slot to one process, and none closer to the next than the rate', async () => {
  const given: number[] = [];
  const turns = opened.map(({ state }) => openSharedPace(watched(state, given), 'crossref', RATE));
  await Promise.all(turns.flatMap((turn) => Array.from({ length: 8 }, () => turn(never))));
  const places = [...given].sort((a, b) => a - b);
  assert.ok(places.length >= 24);
  for (const [n, at] of places.slice(1).entries())
    assert.ok(at - (places[n] ?? 0) >= 1_000 / RATE - 0.01, `${at - (places[n] ?? 0)} ms apart`);
});

shared('of less than one per minute grants slots at least a minute apart', async () => {
  const put: { readonly next: number; readonly ttlMs: number }[] = [];
  const state: Pick<StateStore, 'get' | 'put' | 'now'> = {
    get: (key) => Promise.resolve({ key, value: put.at(-1) ?? { next: 0 }, version: put.length, expiresAt: null }),
    put: (key, value, { ttlMs = 0 } = {}) => {
      put.push({ ...(value as { next: number }), ttlMs });
      return Promise.resolve({ key, value, version: put.length, expiresAt: null });
    },
    now: () => Promise.resolve(0),
  };
  const turn = openSharedPace(state, 'crossref', 0.01);
  await turn(never);
  await assert.rejects(turn(AbortSignal.timeout(20)), { name: 'AbortError' });
  assert.deepEqual(
    put.map(({ next }) => next),
    [100_000, 200_000],
  );
  for (const { next, ttlMs } of put) assert.ok(ttlMs >= next, 'the record lasts as long as it is needed');
});

shared('is separate for another provider', async () => {
  const given: number[] = [];
  for (const name of ['orcid', 'datacite']) await openSharedPace(watched(first.state, given), name, 1)(never);
  const record = await first.state.get('provider-pace/orcid');
  assert.ok(record);
  assert.equal(given.length, 2);
});

shared('discards a slot that a slow store granted too late, so that late requests do not start together', async () => {
  let slow = 1;
  const given: number[] = [];
  const late: StateStore = {
    ...watched(first.state, given),
    put: async (...args) => {
      const put = await watched(first.state, given).put(...args);
      if ((slow -= 1) === 0) await pause(400);
      return put;
    },
  };
  await openSharedPace(late, 'openalex', RATE)(never);
  assert.equal(given.length, 2);
});

shared('makes no request while the store is down', async () => {
  const away = { get: () => Promise.reject(new Unavailable('state', 'away')) };
  await assert.rejects(openSharedPace({ ...first.state, ...away }, 'crossref', RATE)(never), Unavailable);
});

shared('without a limit does not use the store', async () => {
  const none = { get: () => assert.fail('asked'), put: () => assert.fail('asked'), now: () => assert.fail('asked') };
  await openSharedPace(none, 'crossref', 0)(never);
});
