/** One work, whatever its names: what lists call it by an ISBN, a PMID and a DOI, one after the other or at once, is one item. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadState } from '../../../commands/aggregate.ts';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import type { EventStore, StateStore } from '../../../commands/ports.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { resolveWork } from '../../../commands/work-identity/resolve.ts';
import { rootOf } from '../../../commands/work-identity/roots.ts';
import { undoEvent } from '../../../commands/undo/undo-event.ts';
import { identifierAggregate } from '../../../commands/identifier.ts';
import { workAggregate } from '../../../commands/work.ts';
import type { Recorded as RecordedInLog } from '../../../domain/event.ts';
import { linkedOrcids, type Present } from '../../../domain/publication/state.ts';
import type { Item } from '../../../domain/identifier/events.ts';
import { aliasesOf } from '../../../domain/work/naming.ts';
import type { KnownWork } from '../../../domain/work/state.ts';
import { DEFAULT_INTERVAL_MS } from '../../../domain/ingestion/schedule.ts';
import { randomIds, systemClock } from '../../../infra/system.ts';
import { planOf } from '../../../workers/ingestion/plan.ts';
import type { ListedWork, Providers } from '../../../workers/ingestion/ports.ts';
import { recordListed } from '../../../workers/ingestion/record-listed.ts';
import { recordPublication, recordWork } from '../../../workers/ingestion/record.ts';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { memoryReadModels } from '../../support/memory-read-models.ts';
import { newEvent } from '../../support/new-event.ts';
import { suite } from '../../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';
const ADA = '0000-0001-5109-3700';
const DOI = '10.5555/pots.1';
const NOW = new AbortController().signal;
/** What was asked before is not remembered. */
const state = { get: () => Promise.resolve(null), put: () => Promise.resolve(null) } as unknown as StateStore;
const providers = { describe: () => Promise.resolve({ kind: 'notThere' }) } as unknown as Providers;

type Names = { readonly doi?: string; readonly title?: string; readonly entry?: string; readonly orcid?: string };

/** What a list of ORCID has, by `isbn.1` and the like. */
const listed = (names: readonly string[], { doi, title = 'On pots', entry = '1', orcid = CARBERRY }: Names = {}): ListedWork => ({
  source: 'orcid',
  dois: doi === undefined ? [] : [doi],
  identifiers: names.map((name) => ({ type: name.split('.')[0] ?? '', value: name.split('.')[1] ?? '' })),
  fallbackKey: `${orcid}.${entry}`,
  href: `https://orcid.org/${orcid}`,
  summary: { type: 'book', title },
  from: { provider: 'orcid', url: `https://pub.orcid.org/v3.0/${orcid}/works` },
  listedName: null,
}); // prettier-ignore

const open = (events: EventStore = memoryEventStore()) => {
  const asking = { providers, harvestIntervalMs: DEFAULT_INTERVAL_MS };
  const deps = { events, clock: systemClock, ids: randomIds, ...asking, state, readModels: memoryReadModels() };
  const caller = () => newCaller(randomIds, 'org', { type: 'system', id: 'test' });
  /** As a job does. */
  const ingest = async (list: readonly ListedWork[], orcid = CARBERRY): Promise<void> => {
    const plan = planOf(list, null);
    const all = [...[...plan.publications].map(([doi, planned]) => [doi, planned] as const), ...[...plan.works].map(([, planned]) => [null, planned] as const)]; // prettier-ignore
    await Promise.all(
      all.map(([doi, planned]) => {
        const links = planned.basis === null ? [] : [{ orcid, basis: planned.basis }];
        const publication = (found: string, isHiddenIfNew: boolean) =>
          recordPublication(deps, { doi: found, links, facts: undefined, fallback: planned.listed, isHiddenIfNew }, caller(), NOW); // prettier-ignore
        const work = (key: string) => recordWork(deps, key, planned, orcid, caller());
        return recordListed(deps, doi, planned, { publication, work }, caller());
      }),
    );
  };
  const log = async (): Promise<readonly RecordedInLog[]> => {
    const all: RecordedInLog[] = [];
    for await (const event of events.readAll()) all.push(event);
    return all;
  };
  const work = async (key: string) => (await loadState(events, workAggregate, 'org', key)).state as KnownWork;
  const publication = async (doi = DOI) => (await loadState(events, publicationAggregate, 'org', doi)).state as Present;
  /** Takes back what the latest event of this type said. */
  const undo = async (type: string, of = ''): Promise<void> => {
    const event = (await log()).findLast((each) => each.type === type && each.stream.endsWith(of));
    assert.ok(event);
    const asked = { by: { role: 'member', at: systemClock.now() }, dryRun: false } as const;
    await undoEvent(deps, { ...event, place: event.position }, asked, caller());
  };
  /** What an entry of a list is by now. */
  const itemOf = async (entry: ListedWork): Promise<Item> => {
    const named = { doi: entry.dois[0] ?? null, aliases: aliasesOf(entry), list: entry.from.url, at: 1 };
    return (await resolveWork(deps, named, caller())).item;
  };
  /** DOIs, and of works the names by which lists know them. */
  const items = async (): Promise<readonly string[]> => {
    const streams = [...new Set((await log()).map(({ stream }) => stream))];
    const idsOf = (kind: string) => streams.flatMap((name) => (name.startsWith(`${kind}-org~`) ? [name.slice(kind.length + 5)] : [])); // prettier-ignore
    const works = await Promise.all(idsOf('work').map(work));
    const live = works.filter(({ status, supersededBy }) => (status as string) !== 'absent' && supersededBy === null);
    return [
      ...idsOf('publication'),
      ...live.map(({ identifiers, key }) => [...identifiers].sort().join('+') || key),
    ].sort();
  };
  return { deps, caller, ingest, log, undo, itemOf, work, publication, items };
};

const naming = suite('a work that lists name differently');

naming('is one item under an ISBN, then a PMID, then its DOI', async () => {
  const { ingest, items, work, publication } = open();
  await ingest([listed(['isbn.1'])]);
  assert.deepEqual(await items(), ['isbn.1']);
  await ingest([listed(['pmid.2', 'isbn.1'])]);
  assert.deepEqual(await items(), ['isbn.1+pmid.2']);
  await ingest([listed(['pmid.2'], { entry: '7', orcid: ADA })], ADA);
  assert.deepEqual(await items(), ['isbn.1+pmid.2']);
  await ingest([listed(['pmid.2'], { doi: DOI })]);
  assert.deepEqual(await items(), [DOI]);
  assert.deepEqual((await work('isbn.1')).supersededBy, { doi: DOI });
  assert.deepEqual(linkedOrcids(await publication()), [CARBERRY, ADA]);
  await ingest([listed(['isbn.1'], { entry: '8', orcid: ADA })], ADA);
  assert.deepEqual(await items(), [DOI]);
});

naming('is found by the entry of its list when the entry gets a DOI and no other name', async () => {
  const { ingest, items } = open();
  await ingest([listed([])]);
  await ingest([listed([], { doi: DOI, title: 'On whole pots' })]);
  assert.deepEqual(await items(), [DOI]);
});

naming('keeps the edits of staff as a publication, except for fields that staff edited there too', async () => {
  const { deps, caller, ingest, publication, work } = open();
  await ingest([listed(['pmid.2'])]);
  const edit = { type: 'EditWork', fields: { title: 'Ours', volume: '3' }, href: 'https://example.org/ours' } as const;
  await handle(deps, workAggregate, 'pmid.2', edit, caller());
  await ingest([listed([], { doi: DOI, entry: '9' })]);
  const own = { type: 'EditPublication', changes: [{ field: 'volume', after: '4' }] } as const;
  await handle(deps, publicationAggregate, DOI, own, caller());
  await ingest([listed(['pmid.2'], { doi: DOI })]);
  assert.deepEqual((await publication()).overlay, { title: { value: 'Ours' }, volume: { value: '4' } });
  assert.ok((await publication()).visible);
  await assert.rejects(handle(deps, workAggregate, 'pmid.2', edit, caller()), { code: 'work_superseded' });
  assert.deepEqual((await work('pmid.2')).supersededBy, { doi: DOI });
});

naming('stays hidden as a publication, and deleted where that is deleted', async () => {
  const { deps, caller, ingest, publication } = open();
  await ingest([listed(['pmid.2'])]);
  await handle(deps, workAggregate, 'pmid.2', { type: 'MoveWork', move: 'unpublish' }, caller());
  await ingest([listed(['pmid.2'], { doi: DOI })]);
  assert.equal((await publication()).visible, false);
  await handle(deps, publicationAggregate, DOI, { type: 'DeletePublication' }, caller());
  await ingest([listed(['pmid.2'], { entry: '3' })]);
  assert.equal((await publication()).status, 'deleted');
});

naming('is no other work: a volume of the same ISBN has another title, and a paper another DOI', async () => {
  const { ingest, items } = open();
  await ingest([listed(['isbn.1']), listed(['isbn.1'], { title: 'On glass', entry: '2' })]);
  await ingest([listed(['isbn.0306406152'], { title: 'On clay', entry: '3' })]);
  await ingest([listed(['isbn.9780306406157'], { title: 'On clay', entry: '4', orcid: ADA })], ADA);
  await ingest([listed(['pmid.2'], { doi: DOI, entry: '5' }), listed(['pmid.2'], { doi: '10.5555/pots.2', entry: '6' })]); // prettier-ignore
  assert.deepEqual(await items(), [DOI, '10.5555/pots.2', 'isbn.0306406152+isbn.9780306406157', 'isbn.1', 'isbn.1']);
});

/** As a release wrote it that knew no identifiers. */
const earlier = async (events: EventStore): Promise<void> => {
  for (const [index, key] of ['isbn.1', 'pmid.2'].entries()) {
    const { summary: original, from: source, href } = listed([]);
    const added = { type: 'WorkAdded', data: { key, original, href, source, fetchedAt: index + 1 } };
    await events.append(`work-org~${key}`, [{ ...newEvent(index), ...added }], 'none');
  }
};

naming('is joined where an older release made two items of it', async () => {
  const events = memoryEventStore();
  await earlier(events);
  const { ingest, items, work } = open(events);
  await ingest([listed(['pmid.2', 'isbn.1'])]);
  assert.deepEqual(await items(), ['isbn.1+pmid.2']);
  assert.deepEqual((await work('pmid.2')).supersededBy, { work: 'isbn.1' });
  await ingest([listed(['pmid.2'], { doi: DOI })]);
  assert.deepEqual(await items(), [DOI]);
});

naming('is itself again when that is undone, and stays so', async () => {
  const { ingest, items, undo } = open();
  await ingest([listed(['pmid.2'])]);
  await ingest([listed(['pmid.2'], { doi: DOI })]);
  await undo('WorkSuperseded');
  assert.deepEqual(await items(), [DOI, 'pmid.2']);
  await ingest([listed(['pmid.2'], { doi: DOI })]);
  await ingest([listed(['pmid.2'], { entry: '3', orcid: ADA })], ADA);
  assert.deepEqual(await items(), [DOI, 'pmid.2']);
  await undo('WorkSeparated');
  assert.deepEqual(await items(), [DOI]);
});

naming('is no publication that staff took its identifier back from, whatever else names it', async () => {
  const { ingest, items, undo, itemOf } = open();
  await ingest([listed(['pmid.2', 'pmc.3'], { doi: DOI })]);
  await ingest([listed(['pmid.2'], { entry: '2', orcid: ADA })], ADA);
  await undo('IdentifierAssigned', 'pmid.2');
  await ingest([listed(['pmid.2'], { entry: '2', orcid: ADA })], ADA);
  assert.deepEqual(await items(), [DOI, 'pmid.2']);
  assert.deepEqual(await itemOf(listed(['pmid.2', 'pmc.3'], { entry: '4' })), { work: 'pmid.2' });
  assert.deepEqual(await itemOf(listed(['pmc.3'], { entry: '5' })), { doi: DOI });
  await ingest([listed(['pmid.2', 'eid.5'], { entry: '6' })]);
  await ingest([listed(['eid.5'], { doi: DOI, entry: '7' })]);
  assert.deepEqual(await items(), [DOI, 'eid.5+pmid.2']);
});

naming('is another publication, if a list says so, after staff took its identifier back', async () => {
  const { ingest, items, undo, itemOf } = open();
  await ingest([listed(['pmid.2'], { doi: DOI })]);
  await undo('IdentifierAssigned', 'pmid.2');
  await ingest([listed(['pmid.2'], { entry: '2', orcid: ADA })], ADA);
  await ingest([listed(['pmid.2'], { doi: '10.5555/pots.2', entry: '3' })]);
  assert.deepEqual(await items(), [DOI, '10.5555/pots.2']);
  assert.deepEqual(await itemOf(listed(['pmid.2'], { entry: '4' })), { doi: '10.5555/pots.2' });
});

/** Some of them name the same work through each other. */
const NAMES = ['isbn.1', 'pmid.2', 'pmc.3', 'arxiv.4', 'eid.5'];
const entry = fc.record({
  names: fc.subarray(NAMES, { minLength: 1 }),
  doi: fc.option(fc.constantFrom('10.5555/a', '10.5555/b'), { nil: undefined, freq: 2 }),
});
const lists = fc.array(entry, { minLength: 1, maxLength: 5 });
type Entry = { readonly names: readonly string[]; readonly doi: string | undefined };

/** What the entries come to: the DOIs, and of the works that no DOI is joined to, which names are of one. */
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

/** A store whose steps the scheduler orders. */
const steppedBy = (scheduler: fc.Scheduler, store: EventStore): EventStore => ({
  ...store,
  append: scheduler.scheduleFunction((...args) => store.append(...args)),
  readStream: async function* (...args) {
    await scheduler.schedule(Promise.resolve());
    yield* store.readStream(...args);
  },
});

naming('is one item however the steps of workers at once are interleaved', () =>
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

naming('is one item, and not the publication, however workers interleave with staff who take an identifier back', () =>
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
      const { item } = await rootOf(store, 'org', state.assigned.to);
      assert.notDeepEqual(item, { doi: DOI });
      for (const [index, each] of all.entries()) {
        if (each.doi !== undefined || !each.names.includes('pmid.2')) continue;
        assert.deepEqual(await own.itemOf(listOf(each, index)), item, each.names.join());
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
