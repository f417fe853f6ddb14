/** A work is one item in whatever order lists arrive, and however workers and staff interleave. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadState } from '../../../../commands/aggregate.ts';
import type { EventStore } from '../../../../commands/ports.ts';
import { rootOf } from '../../../../commands/work-identity/roots.ts';
import { identifierAggregate } from '../../../../commands/aggregates.ts';
import { idOf } from '../../../../domain/item.ts';
import type { ListedWork } from '../../../../workers/ingestion/ports.ts';
import { memoryEventStore } from '../../../support/memory-event-store.ts';
import { suite } from '../../../support/suite.ts';
import { DOI, listed, open } from './listed-works.ts';

const naming = suite('a work that lists identify differently');

/** Some of them identify the same work through others. */
const NAMES = ['isbn.1', 'pmid.2', 'pmc.3', 'arxiv.4', 'eid.5'];
const entry = fc.record({
  names: fc.subarray(NAMES, { minLength: 1 }),
  doi: fc.option(fc.constantFrom('10.5555/a', '10.5555/b'), { nil: undefined, freq: 2 }),
});
const lists = fc.array(entry, { minLength: 1, maxLength: 5 });
type Entry = { readonly names: readonly string[]; readonly doi: string | undefined };

/** The resulting items: the DOIs, and for works without one, which identifiers belong together. */
const expected = (entries: readonly Entry[]): readonly string[] => {
  const groups: { names: Set<string>; dois: Set<string> }[] = [];
  for (const { names, doi } of entries) {
    const own = { names: new Set(names), dois: new Set(doi === undefined ? [] : [doi]) };
    for (const other of groups.filter(({ names: known }) => names.some((name) => known.has(name)))) {
      for (const name of other.names) own.names.add(name);
      for (const each of other.dois) own.dois.add(each);
      groups.splice(groups.indexOf(other), 1);
    }
    groups.push(own);
  }
  const all = groups.flatMap(({ names, dois }) => (dois.size > 0 ? [...dois] : [[...names].sort().join('+')]));
  return [...new Set(all)].sort();
};
const listOf = ({ names, doi }: Entry, index: number): ListedWork =>
  listed(names, { entry: `${index}`, ...(doi === undefined ? {} : { doi }) });

naming('is the same set of items in whatever order the lists arrive', () =>
  fc.assert(
    fc.asyncProperty(lists, async (entries) => {
      const { ingest, items } = open();
      for (const [index, each] of entries.entries()) await ingest([listOf(each, index)]);
      assert.deepEqual(await items(), expected(entries));
    }),
    { numRuns: 300 },
  ),
);

/** A store whose steps are ordered by the scheduler. */
const steppedBy = (scheduler: fc.Scheduler, store: EventStore): EventStore => ({
  ...store,
  append: scheduler.scheduleFunction((...args) => store.append(...args)),
  readStream: async function* (...args) {
    await scheduler.schedule(Promise.resolve());
    yield* store.readStream(...args);
  },
});

naming('is one item however concurrent workers interleave', () =>
  fc.assert(
    fc.asyncProperty(lists, fc.scheduler(), async (entries, scheduler) => {
      const store = memoryEventStore();
      const workers = open(steppedBy(scheduler, store));
      const all = Promise.all(entries.map((each, index) => workers.ingest([listOf(each, index)])));
      await scheduler.waitFor(all);
      assert.deepEqual(await open(store).items(), expected(entries));
    }),
    { numRuns: 200 },
  ),
);

const pairedEntry = fc.record({
  names: fc.subarray(NAMES, { minLength: 1 }),
  doi: fc.option(fc.constant(DOI), { nil: undefined, freq: 3 }),
});

naming('is one item, and not the publication, however workers interleave with staff who withdraw an identifier', () =>
  fc.assert(
    fc.asyncProperty(fc.array(pairedEntry, { maxLength: 3 }), fc.scheduler(), async (entries, scheduler) => {
      const store = memoryEventStore();
      const own = open(store);
      await own.ingest([listed(['pmid.2'], { doi: DOI, entry: 'first' })]);
      const all = [...entries, { names: ['pmid.2'], doi: undefined }, { names: ['pmid.2', 'isbn.1'], doi: undefined }];
      const harvest = (of: ReturnType<typeof open>) =>
        Promise.all(all.map((each, index) => of.ingest([listOf(each, index)])));
      const workers = open(steppedBy(scheduler, store));
      await scheduler.waitFor(Promise.all([harvest(workers), workers.undo('IdentifierAssigned', 'pmid.2')]));
      await harvest(own);

      const { state } = await loadState(store, identifierAggregate, 'org', 'pmid.2');
      assert.ok(state.assigned);
      const { id } = await rootOf(store, 'org', idOf(state.assigned.to));
      assert.notEqual(id, DOI);
      for (const [index, each] of all.entries()) {
        if (each.doi !== undefined || !each.names.includes('pmid.2')) continue;
        assert.equal(await own.itemOf(listOf(each, index)), id, each.names.join());
      }
      const decided = (await own.log()).length;
      for (const [index, each] of all.entries()) await own.ingest([listOf(each, index)]);
      assert.deepEqual(
        (await own.log()).slice(decided).filter(({ type }) => /Identifier|Superseded/u.test(type)),
        [],
      );
    }),
    { numRuns: 200 },
  ),
);
