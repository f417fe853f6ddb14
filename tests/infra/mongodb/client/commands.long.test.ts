/** Commands to MongoDB: their limits and concerns, whatever the URL sets, and what depends on the deployment. */
import assert from 'node:assert/strict';
import { Long, type Document } from 'mongodb';
import { openMongoReadModels } from '../../../../infra/mongodb/rows/index.ts';
import type { ShardingOptions } from '../../../../infra/mongodb/rows/collections.ts';
import { openMongoState } from '../../../../infra/mongodb/state/index.ts';
import { batch, everything, paper, papers, people } from '../../../contracts/read-models/example.ts';
import { helloOf, mongoDouble, nameOf, type MongoDouble } from '../../../support/mongodb-double.ts';
import { silent } from '../../../support/silent.ts';
import { suite } from '../../../support/suite.ts';
import { closing } from '../../../support/closing.ts';

const TIMEOUT_MS = 2_000;

const DEPLOYMENTS = {
  standalone: {},
  'replica set': { setName: 'rs', hosts: ['127.0.0.1:1'], setVersion: 1 },
  'sharded cluster': { msg: 'isdbgrid' },
} as const;
type Deployment = keyof typeof DEPLOYMENTS;

const cursor = (firstBatch: readonly Document[] = []): Document => ({
  ok: 1,
  cursor: { id: Long.ZERO, ns: 'x.y', firstBatch },
});

const WRITTEN = { ok: 1, n: 1, nModified: 1 };

/** The response of an empty server, including that to an update pipeline. */
const answerOf = (command: Document, indexes: readonly Document[]): Document => {
  const name = nameOf(command);
  if (name === 'listIndexes') return cursor(indexes);
  if (name === 'find' || name === 'aggregate') return cursor();
  if (name === 'findAndModify') return { ok: 1, value: null };
  return ['update', 'insert', 'delete'].includes(name) ? WRITTEN : { ok: 1 };
};

type Given = {
  readonly on?: Deployment;
  readonly indexes?: readonly Document[];
  readonly localTime?: unknown;
  readonly refuses?: { readonly command: string; readonly code: number; readonly errmsg: string };
  readonly query?: string;
};

const withDouble = async (
  { on = 'replica set', indexes = [], localTime = new Date(), refuses, query = '' }: Given,
  test: (url: string, double: MongoDouble) => Promise<void>,
): Promise<void> => {
  await using double = closing(
    await mongoDouble((command) => {
      const hello = helloOf(command);
      if (hello !== null) return { ...hello, ...DEPLOYMENTS[on], localTime };
      if (nameOf(command) === refuses?.command) return { ok: 0, code: refuses.code, errmsg: refuses.errmsg };
      return answerOf(command, indexes);
    }),
  );
  await test(`mongodb://127.0.0.1:${double.port}/t?directConnection=true${query}`, double);
};

const asksOfRows = async (url: string, options: ShardingOptions = {}): Promise<void> => {
  await using store = closing(await openMongoReadModels({ url, timeoutMs: TIMEOUT_MS, ...options }));
  await store.create(papers, 'now');
  const recounts = [{ into: people, field: 'papers', from: papers, where: [], by: 'authors', keys: ['a'] }];
  const all = [{ into: people, field: 'papers', from: papers, where: [], by: 'authors', keys: 'all' as const }];
  const many = Array.from({ length: 150 }, (_, n) => paper(`p${n}`, 1));
  await store.commit(batch(1, { replace: many, remove: [{ id: 'x', position: 1 }], recounts }));
  await store.commit(batch(2, { recounts: all }));
  await store.load(papers, ['p1']);
  await store.get(papers, 'p1');
  await store.find(papers, { where: everything, limit: 10, sort: { field: 'title', dir: 'asc' } });
  await store.find(papers, { where: everything, limit: 10, offset: 10, sort: { field: 'title', dir: 'asc' } });
  await store.count(papers, everything);
  await store.groupCounts(papers, everything, 'authors');
  await store.coOccurrences(papers, { where: [], by: 'authors', values: ['a'], others: ['b'] });
  await store.drop('library_v1', [papers]);
};

const asksOfState = async (url: string): Promise<void> => {
  await using state = closing(await openMongoState({ url, timeoutMs: TIMEOUT_MS }));
  await state.put('a', 1);
  await state.put('a', 1, { ifVersion: 1 });
  await state.increment('n', 1, 1_000);
  await state.get('a');
  await state.list('a', { limit: 5 });
  await state.remove('a');
};

const READS = new Set(['find', 'aggregate', 'count', 'distinct']);
const WRITES = new Set(['update', 'insert', 'delete', 'findAndModify', 'createIndexes', 'create', 'drop']);

const commands = suite('a command to MongoDB');

const AGAINST = '&w=1&readConcernLevel=available&readPreference=secondaryPreferred';

commands(
  'has a server time limit if it queries or writes, and majority concern if it writes, whatever the URL sets',
  () =>
    withDouble({ query: AGAINST }, async (url, { sent }) => {
      await asksOfRows(url);
      await asksOfState(url);
      const [reads, writes] = [READS, WRITES].map((names) => sent.filter((command) => names.has(nameOf(command))));
      assert.ok((reads?.length ?? 0) > 10 && (writes?.length ?? 0) > 10);
      for (const command of reads ?? []) assert.ok(Number(command['maxTimeMS']) > 0, JSON.stringify(command));
      for (const command of writes ?? []) {
        assert.equal((command['writeConcern'] as Document | undefined)?.['w'], 'majority', JSON.stringify(command));
        if (['update', 'insert', 'delete', 'findAndModify'].includes(nameOf(command)))
          assert.ok(Number(command['maxTimeMS']) > 0, JSON.stringify(command));
      }
      for (const command of [...(reads ?? []), ...(writes ?? [])])
        assert.notEqual((command['$readPreference'] as Document | undefined)?.['mode'], 'secondaryPreferred');
    }),
);

commands('reads at majority if a write or a lease depends on it', () =>
  withDouble({}, async (url, { sent }) => {
    const state = await openMongoState({ url, timeoutMs: TIMEOUT_MS });
    await state.get('a');
    await state.list('a');
    await state.close();
    const store = await openMongoReadModels({ url, timeoutMs: TIMEOUT_MS });
    await store.load(papers, ['a']);
    await store.checkpoint('x');
    const recounts = [{ into: people, field: 'papers', from: papers, where: [], by: 'authors', keys: ['a'] }];
    await store.commit(batch(1, { recounts }));
    await store.close();
    const reads = sent.filter((command) => READS.has(nameOf(command)));
    assert.ok(reads.length >= 6);
    for (const command of reads)
      assert.equal((command['readConcern'] as Document | undefined)?.['level'], 'majority', JSON.stringify(command));
  }),
);

for (const on of ['standalone', 'replica set', 'sharded cluster'] as const)
  commands(`${on === 'replica set' ? 'has' : 'has not'} a majority build indexes on a ${on}`, () =>
    withDouble({ on }, async (url, { sent }) => {
      const store = await openMongoReadModels({ url, timeoutMs: TIMEOUT_MS });
      await store.create(papers, 'later');
      await store.index(papers);
      await store.close();
      const built = sent.filter((command) => nameOf(command) === 'createIndexes');
      assert.equal(built.length, 1);
      assert.equal(built[0]?.['commitQuorum'], on === 'replica set' ? 'majority' : undefined);
    }),
  );

commands('drops the indexes of an earlier release, and none that it did not create', () => {
  const keys = [{ _id: 1 }, { _id: 'hashed' }, { terms: 1 }, { workspace: 1, gone: -1, _id: 1 }, { owner: 1 }];
  const indexes = keys.map((key) => ({ v: 2, key, name: Object.entries(key).flat().join('_') }));
  const named = indexes.map((index) => ('owner' in index.key ? { ...index, name: 'of-the-operator' } : index));
  return withDouble({ indexes: named }, async (url, { sent }) => {
    const store = await openMongoReadModels({ url, timeoutMs: TIMEOUT_MS });
    await store.create({ ...papers, searchedWithin: 'workspace' }, 'now');
    await store.close();
    const dropped = sent.filter((command) => nameOf(command) === 'dropIndexes').map(({ index }) => index as unknown);
    assert.deepEqual(dropped, ['terms_1', 'workspace_1_gone_-1__id_1']);
    const built = sent.find((command) => nameOf(command) === 'createIndexes')?.['indexes'] as readonly Document[];
    assert.ok(built.some(({ name }) => name === 'workspace_1_terms_1'));
  });
});

const shardedIn = (sent: readonly Document[]): readonly unknown[] =>
  sent.flatMap((command) => (nameOf(command) === 'shardCollection' ? [command['shardCollection'] as unknown] : []));

commands('distributes searched collections over the shards of a cluster at creation, including rebuilt ones', () =>
  withDouble({ on: 'sharded cluster' }, async (url, { sent }) => {
    const store = await openMongoReadModels({ url, timeoutMs: TIMEOUT_MS });
    await store.create(papers, 'now');
    await store.create({ ...papers, name: `${papers.name}_g1` }, 'later');
    await store.create(people, 'now');
    await store.close();
    assert.deepEqual(shardedIn(sent), [`t.${papers.name}`, `t.${papers.name}_g1`]);
    const [order] = sent.filter((command) => nameOf(command) === 'shardCollection');
    assert.deepEqual(order?.['key'], { _id: 'hashed' });
  }),
);

for (const [on, sharding, isAsked] of [
  ['replica set', 'auto', false],
  ['sharded cluster', 'off', false],
  ['standalone', 'on', true],
] as const)
  commands(`${isAsked ? 'shards' : 'does not shard'} on a ${on} when the setting is ${sharding}`, () =>
    withDouble({ on }, async (url, { sent }) => {
      const store = await openMongoReadModels({ url, timeoutMs: TIMEOUT_MS, sharding });
      await store.create(papers, 'now');
      await store.close();
      assert.equal(shardedIn(sent).length > 0, isAsked);
    }),
  );

const CANNOT_SHARD = { command: 'shardCollection', code: 59, errmsg: 'no such command' };

commands('keeps a collection whole if a router cannot shard, and warns once, unless sharding is required', () =>
  withDouble({ on: 'sharded cluster', refuses: CANNOT_SHARD }, async (url, { sent }) => {
    const warned: unknown[] = [];
    const log = { ...silent, warn: (fields: object, message: string) => void warned.push({ message, ...fields }) };
    const store = await openMongoReadModels({ url, timeoutMs: TIMEOUT_MS, log });
    await store.create(papers, 'now');
    await store.create({ ...papers, name: `${papers.name}_g1` }, 'later');
    await store.create(papers, 'later');
    await store.close();
    assert.deepEqual(warned, [
      {
        message: 'a collection is not sharded; neither are others whose sharding fails',
        collection: papers.name,
        reason: 'no such command (code 59)',
      },
    ]);
    assert.equal(sent.filter((command) => nameOf(command) === 'createIndexes').length, 1);
    const strict = await openMongoReadModels({ url, timeoutMs: TIMEOUT_MS, sharding: 'on' });
    await assert.rejects(strict.create(papers, 'now'), /code 59/);
    await strict.close();
  }),
);

for (const code of [85, 86])
  commands(`names the collection and what to do if an index of it conflicts with another (code ${code})`, () =>
    withDouble({ refuses: { command: 'createIndexes', code, errmsg: 'same name' } }, async (url) => {
      const store = await openMongoReadModels({ url, timeoutMs: TIMEOUT_MS });
      const message = `an index of ${papers.name} conflicts with one that this program did not create; drop that one: same name (code ${code})`;
      await assert.rejects(store.create(papers, 'now'), { name: 'Error', message });
      await store.close();
      await assert.rejects(openMongoState({ url, timeoutMs: TIMEOUT_MS }), /an index of state conflicts/);
    }),
  );

commands('is refused at once after the store was closed', () =>
  withDouble({}, async (url) => {
    const state = await openMongoState({ url, timeoutMs: 3_600_000 });
    const other = await openMongoState({ url, timeoutMs: 3_600_000 });
    await state.close();
    for (const call of [() => state.get('a'), () => state.put('a', 1), () => state.list('a')])
      await assert.rejects(call(), { name: 'Unavailable', message: 'state unavailable: it was closed' });
    assert.equal(await other.get('a'), null);
    await other.close();
    const store = await openMongoReadModels({ url, timeoutMs: 3_600_000 });
    await store.close();
    await assert.rejects(store.get(papers, 'a'), {
      name: 'Unavailable',
      message: 'read models unavailable: it was closed',
    });
  }),
);

const NOW = Date.now();

for (const localTime of [new Date(NOW), NOW, Long.fromNumber(NOW), String(NOW), new Date(NOW).toISOString()])
  commands(`accepts a clock of type ${typeof localTime} ${localTime.constructor.name}`, () =>
    withDouble({ localTime }, async (url) => {
      const state = await openMongoState({ url, timeoutMs: TIMEOUT_MS });
      const now = await state.now();
      await state.close();
      assert.ok(now >= NOW - 1 && now < NOW + 60_000, String(now));
    }),
  );

for (const localTime of [null, 'soon', NOW / 1000, true, -1])
  commands(`refuses to start with the clock ${String(localTime)}`, () =>
    withDouble({ localTime }, async (url) => {
      await assert.rejects(openMongoState({ url, timeoutMs: TIMEOUT_MS }), /localTime/);
    }),
  );
