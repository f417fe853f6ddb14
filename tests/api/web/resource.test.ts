/** Data from the server: shown at once from the cache, and never from an earlier request. */
import assert from 'node:assert/strict';
import { Failure } from '../../../api/web/client/failure.ts';
import { putInCache, openResource, type AnswerCache } from '../../../api/web/client/resource.ts';
import { notePending, pending, settlePending } from '../../../api/web/client/pending.ts';
import { suite } from '../../support/suite.ts';

const reading = suite('a resource');

const held = <T>() => {
  const settle: { resolve: (value: T) => void; reject: (error: unknown) => void }[] = [];
  const load = (): Promise<T> => new Promise((resolve, reject) => settle.push({ resolve, reject }));
  return { settle, load };
};

reading('shows the last response, marked as stale, during the next request', async () => {
  const { settle, load } = held<string>();
  const resource = openResource<string>(new Map());
  const first = resource.ask('a', load);
  assert.deepEqual(resource.reading.value, { data: null, failure: null, isLoading: true, isStale: false });
  settle[0]?.resolve('A');
  await first;
  const second = resource.ask('b', load);
  assert.deepEqual(resource.reading.value, { data: 'A', failure: null, isLoading: true, isStale: true });
  settle[1]?.resolve('B');
  await second;
  assert.deepEqual(resource.reading.value, { data: 'B', failure: null, isLoading: false, isStale: false });
});

reading('drops the response to a request that was replaced, however late it arrives', async () => {
  const { settle, load } = held<string>();
  const resource = openResource<string>(new Map());
  const slow = resource.ask('slow', load);
  const quick = resource.ask('quick', load);
  settle[1]?.resolve('quick');
  await quick;
  settle[0]?.resolve('slow');
  await slow;
  assert.equal(resource.reading.value.data, 'quick');
});

reading('shows the cached response of the same request at once, and requests it again', async () => {
  const kept: AnswerCache = new Map();
  const resource = openResource<string>(kept);
  await resource.ask('a', () => Promise.resolve('old'));
  const other = openResource<string>(kept);
  const loading = other.ask('a', () => Promise.resolve('new'));
  assert.deepEqual(other.reading.value, { data: 'old', failure: null, isLoading: true, isStale: false });
  await loading;
  assert.equal(other.reading.value.data, 'new');
});

reading('keeps its data when a background request fails, and reports it when a user requested it', async () => {
  const resource = openResource<string>(new Map());
  const shown = () => resource.reading.value;
  let isBroken = false;
  await resource.ask('a', () => (isBroken ? Promise.reject(new Failure(503, null)) : Promise.resolve('A')));
  isBroken = true;
  await resource.again(true);
  assert.deepEqual(shown(), { data: 'A', failure: null, isLoading: false, isStale: false });
  await resource.again();
  assert.equal(shown().failure?.kind, 'unavailable');
  assert.equal(shown().data, 'A');
});

reading('shows a local change before the server confirms it', async () => {
  const resource = openResource<readonly string[]>(new Map());
  resource.set((rows) => [...rows, 'nothing to change']);
  await resource.ask('a', () => Promise.resolve(['A']));
  resource.set((rows) => [...rows, 'B']);
  assert.deepEqual(resource.reading.value.data, ['A', 'B']);
});

reading('caches a bounded number of responses, the latest', () => {
  const kept: AnswerCache = new Map();
  for (let n = 0; n < 200; n += 1) putInCache(kept, String(n), n);
  assert.ok(kept.size <= 60);
  assert.equal(kept.get('199'), 199);
});

/** Listings lag after a write until they catch up. */
const fallBack = (): void => notePending({ listings: 'catalogue', position: 1 });
const catchUp = (): void => {
  if (pending.value !== null) settlePending(pending.value);
};
reading.after.each(catchUp);

reading('keeps a write until listings show it, even when it is closed and opened again', async () => {
  const kept: AnswerCache = new Map();
  const resource = openResource<string>(kept);
  let onServer = 'old';
  const load = (): Promise<string> => Promise.resolve(onServer);
  await resource.ask('a', load);
  await resource.foresee(
    () => 'new',
    () => Promise.resolve(fallBack()),
  );
  await resource.again(true);
  await resource.again();
  assert.deepEqual(resource.reading.value, { data: 'new', failure: null, isLoading: false, isStale: false });
  const later = openResource<string>(kept);
  await later.ask('a', load);
  assert.equal(later.reading.value.data, 'new');
  const other = openResource<string>(kept);
  await other.ask('b', load);
  assert.equal(other.reading.value.data, 'old');

  catchUp();
  onServer = 'new, as the server has it';
  await later.again(true);
  assert.equal(later.reading.value.data, onServer);
});

reading('reverts a failed write, and reapplies one that loading has overwritten', async () => {
  const resource = openResource<string>(new Map());
  const load = (): Promise<string> => Promise.resolve('old');
  await resource.ask('a', load);
  const refused = resource.foresee(
    () => 'new',
    () => Promise.reject(new Failure(409, null)),
  );
  assert.equal(resource.reading.value.data, 'new');
  await assert.rejects(refused);
  assert.equal(resource.reading.value.data, 'old');
  await resource.foresee(
    () => 'new',
    async () => {
      await resource.again(true);
      fallBack();
    },
  );
  assert.equal(resource.reading.value.data, 'new');
});

reading('changes the data of its request, even if another request has followed', async () => {
  const kept: AnswerCache = new Map();
  const resource = openResource<string>(kept);
  const { settle, load } = held<string>();
  await resource.ask('a', () => Promise.resolve('A'));
  let wrote = (): void => undefined;
  const writing = resource.foresee(
    (data) => `${data}, written`,
    () => new Promise<void>((resolve) => (wrote = resolve)),
  );
  const next = resource.ask('b', load);
  resource.set(() => 'not an answer to this');
  wrote();
  await writing;
  settle[0]?.resolve('B');
  await next;
  assert.equal(resource.reading.value.data, 'B');
  assert.equal(kept.get('a'), 'A, written, written');
  assert.equal(kept.get('b'), 'B');
});

reading('is loading, not missing, while a record that was just created is not listed', async () => {
  const resource = openResource<string>(new Map());
  let isThere = false;
  const load = (): Promise<string> => (isThere ? Promise.resolve('made') : Promise.reject(new Failure(404, null)));
  fallBack();
  await resource.ask('a', load);
  const shown = () => resource.reading.value;
  assert.deepEqual(shown(), { data: null, failure: null, isLoading: true, isStale: false });
  catchUp();
  await resource.again(true);
  assert.equal(shown().failure?.kind, 'not_found');
  isThere = true;
  await resource.again(true);
  assert.deepEqual(shown(), { data: 'made', failure: null, isLoading: false, isStale: false });
});
