/** A collection may be filled first and indexed afterwards, and returns correct results at every step. */
import { equal, is } from 'uvu/assert';
import type { ReadModels } from '../../../projections/ports.ts';
import type { Holds } from '../over-a-fresh-store.ts';
import { batch, everything, found, holding, paper, papers, people, PROJECTION } from './example.ts';

const rows = Array.from({ length: 3000 }, (_, n) =>
  paper(`p${String(n).padStart(4, '0')}`, n + 1, {
    visible: n % 2 === 0,
    year: n % 11 === 0 ? null : 1990 + (n % 30),
    authors: [`x${n % 50}`],
    terms: ['everywhere', `only${n}`],
  }),
);

const check = async (store: ReadModels): Promise<void> => {
  const where = {
    all: [
      { field: 'workspace', eq: 'org' },
      { field: 'visible', eq: true },
    ],
  };
  is(await store.count(papers, where), 1500);
  const last = await store.find(papers, { where, sort: { field: 'year', dir: 'asc' }, offset: 1499, limit: 10 });
  equal(
    last.map(({ id }) => id),
    ['p2992'],
  );
  equal(await found(store, { all: [{ field: 'authors', contains: 'x7' }] }, { limit: 2 }), ['p0007', 'p0057']);
  equal(await found(store, { all: [], terms: ['only299', 'ever'] }, { limit: 3 }), ['p0299', 'p2990', 'p2991']);
  is((await store.groupCounts(papers, where, 'authors')).get('x8'), 60);
};

export const filling = (holds: Holds<ReadModels>): void => {
  holds('are filled first and indexed afterwards', async (store, another) => {
    await store.create(papers, 'later');
    for (let from = 0; from < rows.length; from += 1000)
      await store.commit(batch(from + 1000, { replace: rows.slice(from, from + 1000), phase: 'filling' }));
    equal(await store.load(papers, ['p0001']), new Map([['p0001', rows[1]]]));
    await check(store);
    await store.index(papers);
    await check(store);
    await store.index(papers);
    await check(store);
    await check(await another());
  });

  holds('accept rows while filling, and change them after indexing', async (store) => {
    await store.create(papers, 'later');
    await store.commit(batch(1, { replace: [paper('a', 1, { terms: ['old'] }), paper('b', 1)], phase: 'filling' }));
    await store.commit(
      batch(2, { replace: [paper('a', 2, { terms: ['new'] })], remove: [{ id: 'b', position: 2 }], phase: 'filling' }),
    );
    await store.index(papers);
    equal(await found(store, { all: [], terms: ['new'] }), ['a']);
    equal(await found(store, { all: [], terms: ['old'] }), []);
    await store.commit(batch(3, { replace: [paper('a', 3, { terms: ['newer'], year: 1 }), paper('c', 3)] }));
    equal(await found(store, { all: [], terms: ['newer'] }), ['a']);
    equal(await found(store, everything, { sort: { field: 'year', dir: 'asc' } }), ['a', 'c']);
  });

  holds('are the same however often they are created', async (store, another) => {
    await holding(store, rows.slice(0, 10));
    await store.create(papers, 'now');
    await store.create(papers, 'later');
    const other = await another();
    await Promise.all([other.create(papers, 'now'), store.create(papers, 'now'), other.index(papers)]);
    is(await other.count(papers, everything), 10);
    equal(await found(other, { all: [], terms: ['only9'] }), ['p0009']);
  });

  holds('are dropped with their checkpoint, and may be filled again', async (store) => {
    await holding(store, rows.slice(0, 10));
    await store.create(people, 'now');
    await store.drop(PROJECTION, [papers, people]);
    is(await store.checkpoint(PROJECTION), null);
    await store.drop(PROJECTION, [papers, people]);
    await holding(store, [paper('a', 1)]);
    equal(await found(store, everything), ['a']);
    equal(await found(store, { all: [], terms: ['every'] }), []);
    equal(await store.checkpoint(PROJECTION), { position: 1, phase: 'live' });
  });
};
