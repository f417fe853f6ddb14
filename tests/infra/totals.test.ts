/** A request counts only up to the limit of exact totals; larger totals are counted once for all requests. */
import assert from 'node:assert/strict';
import { TOTAL } from '../../domain/limits.ts';
import { totalsOf } from '../../infra/totals.ts';
import type { Collection, ReadModels, Where } from '../../projections/ports.ts';
import { papers } from '../contracts/read-models/example.ts';
import { suite } from '../support/suite.ts';

const totals = suite('a total');

const MANY = 5 * TOTAL.exact;
const EVERYTHING: Where = { all: [] };
const inWorkspace = (workspace: string): Where => ({ all: [{ field: 'workspace', eq: workspace }] });

/** A store with `rows`, whose full counts take until they are released. */
const slowStore = (rows: number) => {
  const store = { rows, now: 1_000_000, bounded: [] as number[], waiting: [] as (() => void)[], whole: 0 };
  let losePatience = (): void => undefined;
  const patience = new Promise<void>((resolve) => {
    losePatience = resolve;
  });
  const count: ReadModels['count'] = async (_collection, _where, atMost) => {
    if (atMost !== undefined) {
      store.bounded.push(atMost);
      return Math.min(store.rows, atMost);
    }
    store.whole += 1;
    const counted = store.rows;
    await new Promise<void>((resolve) => store.waiting.push(resolve));
    return counted;
  };
  const total = totalsOf(count, { now: () => store.now, patience: () => patience });
  return {
    store,
    total: (where: Where = EVERYTHING, collection: Collection = papers) => total(collection, where),
    losePatience,
    /** Lets the counts that have begun finish. */
    release: async (): Promise<void> => {
      // A request starts one after its own, bounded count has returned.
      await new Promise(setImmediate);
      for (const end of store.waiting.splice(0)) end();
      await new Promise(setImmediate);
    },
  };
};

totals('is exact up to the limit of a request', async () => {
  const { store, total } = slowStore(TOTAL.exact);
  assert.deepEqual(await total(), { total: TOTAL.exact, totalAsOf: null });
  store.rows = 3;
  assert.deepEqual(await total(), { total: 3, totalAsOf: null });
  assert.deepEqual([store.whole, store.bounded], [0, [TOTAL.exact + 1, TOTAL.exact + 1]]);
});

totals('beyond that is counted once for all identical requests, and has a time', async () => {
  const { store, total, release } = slowStore(MANY);
  const requests = [total(), total(), total(inWorkspace('org')), total(inWorkspace('lab'))];
  await release();
  const counted = { total: MANY, totalAsOf: store.now };
  assert.deepEqual(await Promise.all(requests), [counted, counted, counted, counted]);
  assert.equal(store.whole, 3, 'workspaces share nothing');
  assert.ok(store.bounded.every((atMost) => atMost === TOTAL.exact + 1));
});

totals('is cached, refreshed early while it is in use, and never too old', async () => {
  const { store, total, release } = slowStore(MANY);
  const first = total();
  await release();
  const before = await first;
  store.rows += 1;

  store.now += TOTAL.ageMs / 2;
  assert.deepEqual(await total(), before);
  assert.equal(store.whole, 1);

  store.now += 1;
  assert.deepEqual(await total(), before, 'a request does not wait for the running count');
  assert.deepEqual(await total(), before);
  assert.equal(store.whole, 2);
  const began = store.now;
  await release();
  assert.deepEqual(await total(), { total: MANY + 1, totalAsOf: began });

  store.rows += 1;
  store.now += TOTAL.ageMs + 1;
  const late = total();
  await release();
  assert.deepEqual(await late, { total: MANY + 2, totalAsOf: store.now });
});

totals('may be older, up to a minute, if counting takes longer', async () => {
  const { store, total, release, losePatience } = slowStore(MANY);
  const first = total();
  await release();
  const before = await first;
  losePatience();
  const other = total(inWorkspace('org'));
  store.now += TOTAL.ageMs + 1_000;
  assert.deepEqual(await total(), before);
  assert.deepEqual(await total(), before);
  await release();
  assert.equal(store.whole, 3, 'it is counted once');
  assert.deepEqual(await total(), { total: MANY, totalAsOf: store.now });
  assert.equal((await other).total, MANY);

  store.now += TOTAL.oldestMs + 1;
  const late = total();
  await release();
  assert.deepEqual(await late, { total: MANY, totalAsOf: store.now });
});

totals('is unavailable while too many others of the same rows are counted, unless one is cached', async () => {
  const { store, total, release } = slowStore(MANY);
  const first = total();
  await release();
  const before = await first;
  const inYear = (year: number): Where => ({ all: [...EVERYTHING.all, { field: 'year', eq: year }] });
  const others = Array.from({ length: 200 }, (_, n) => total(inYear(n)));
  const settled = Promise.allSettled(others);
  await new Promise(setImmediate);
  store.now += TOTAL.ageMs + 1_000;
  assert.deepEqual(await total(), before);
  await assert.rejects(total(inYear(2_000)), { name: 'Unavailable', inWords: /many/u });
  const elsewhere = [total(EVERYTHING, { ...papers, name: 'of others' }), total(inWorkspace('lab'))];
  await release();
  for (const one of elsewhere) assert.equal((await one).total, MANY, 'counts of other rows are not refused');
  const counted = (await settled).filter(({ status }) => status === 'fulfilled').length;
  assert.ok(counted > 10 && counted < 100, `${counted} were counted`);
  const next = total(inYear(2_000));
  await release();
  assert.equal((await next).total, MANY);
});

totals('is not cached for longer because the clock was set back', async () => {
  const { store, total, release } = slowStore(MANY);
  const first = total();
  await release();
  await first;
  store.rows += 1;
  store.now -= 60 * TOTAL.ageMs;
  const late = total();
  await release();
  assert.deepEqual(await late, { total: MANY + 1, totalAsOf: store.now });
});

totals('is exact again once there are few', async () => {
  const { store, total, release } = slowStore(MANY);
  const many = total();
  await release();
  await many;
  store.rows = 7;
  assert.deepEqual(await total(), { total: 7, totalAsOf: null });
});

totals('that could not be counted is counted by the next request', async () => {
  let fails = true;
  const total = totalsOf(async (_collection, _where, atMost) => {
    if (atMost === undefined && fails) throw new Error('away');
    return Math.min(MANY, atMost ?? MANY);
  });
  await assert.rejects(total(papers, EVERYTHING), /away/u);
  fails = false;
  assert.equal((await total(papers, EVERYTHING)).total, MANY);
});
