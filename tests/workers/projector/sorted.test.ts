/** Catching up with a log that does not fit in memory: its events are sorted by row first. */
import { deepStrictEqual as equal, ok, rejects, strictEqual as is } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { NewEvent } from '../../../commands/ports.ts';
import type { Recorded } from '../../../domain/event.ts';
import type { FoundUnchanged } from '../../../domain/harvest/events.ts';
import { nameIn } from '../../../domain/stream-kinds.ts';
import { spillIn } from '../../../infra/spill.ts';
import { allProjections } from '../../../projections/all.ts';
import { collectionsOf } from '../../../projections/define.ts';
import { catchUpPart } from '../../../workers/projector/catch-up-part.ts';
import { WHOLE } from '../../../workers/projector/part.ts';
import { SpillFailed, type OpenSpill } from '../../../workers/projector/ports.ts';
import { history } from '../../support/history.ts';
import { memoryEventStore, type MemoryEventStore } from '../../support/memory-event-store.ts';
import { emptyStorage, memoryReadModels, type RowStorage, type Step } from '../../support/memory-read-models.ts';
import { memorySpill } from '../../support/memory-spill.ts';
import { suite } from '../../support/suite.ts';
import { plainFold } from './plain-fold.ts';
import { byId, catchUp, kept, recordedLog } from './projecting.ts';
import { fact, jobStream, progressed, shelf } from './shelf.ts';

const HELD = 100_000;

const harvest = (at: number, dois: readonly string[], orcids: readonly string[]): NewEvent => ({
  id: randomUUID(),
  type: 'FoundUnchanged',
  schemaVersion: 1,
  data: {
    from: at,
    people: Object.fromEntries(orcids.map((orcid, n) => [orcid, n])),
    publications: Object.fromEntries(dois.map((doi, n) => [doi, n])),
  },
  metadata: {
    ...{ workspace: 'org', actor: { type: 'system', id: 'harvest' }, at },
    ...{ correlationId: randomUUID(), causationId: null },
  },
});

/** A history with nights in which everything was found unchanged, between its halves and after them. */
const withNights = async (events: MemoryEventStore, seed: number): Promise<void> => {
  const appends = [...history({ events: 600, seed })];
  const night = async (n: number): Promise<void> => {
    const named = { 'publication-org~': new Set<string>(), 'ingestion-org~': new Set<string>() };
    for await (const { stream } of events.readAll())
      for (const [prefix, names] of Object.entries(named))
        if (stream.startsWith(prefix)) names.add(stream.slice(prefix.length));
    const found = harvest(2e12 + n, [...named['publication-org~']], [...named['ingestion-org~']]);
    await events.append(`harvest-org~${n}`, [found], 'any');
  };
  for (const [n, some] of [appends.slice(0, 300), appends.slice(300)].entries()) {
    for (const { stream, events: batch } of some) await events.append(stream, batch, 'any');
    await night(n);
  }
};

const expectRows = async (events: MemoryEventStore, storage: RowStorage): Promise<void> => {
  const expected = JSON.parse(JSON.stringify(byId(await plainFold(events, allProjections)))) as unknown;
  equal(byId(kept(storage, allProjections)), expected);
};

const sorting = suite('a catch-up that sorts');

sorting('writes each row once', async () => {
  const [events, storage] = [memoryEventStore(), emptyStorage()];
  await withNights(events, 1);
  let [written, parts] = [0, 0];
  const readModels = memoryReadModels({
    storage,
    before: (step) => {
      if (step === 'row') written += 1;
    },
  });
  const openSpill: OpenSpill = (count, bytes) => {
    parts = count;
    return spillIn(tmpdir())(count, bytes);
  };
  await catchUp({ events, readModels, projections: allProjections, openSpill }, { batchSize: 50, heldBytes: HELD });
  await expectRows(events, storage);
  ok(parts > 3, `${parts} parts`);
  const rows = allProjections.flatMap(collectionsOf).map(({ name }) => storage.rows.get(name)?.size ?? 0);
  is(
    written,
    rows.reduce((sum, count) => sum + count, 0),
  );
});

sorting('gives a part no more of an event that names many rows than its own rows need', async () => {
  const events = memoryEventStore();
  await withNights(events, 2);
  const namesIn = (event: Pick<Recorded, 'type' | 'data'>): number => {
    if (event.type !== 'FoundUnchanged') return 0;
    const { people, publications } = event.data as FoundUnchanged['data'];
    return Object.keys(people).length + Object.keys(publications).length;
  };
  let [lines, names] = [0, 0];
  const openSpill: OpenSpill = async (count, bytes) => {
    const spill = await spillIn(tmpdir())(count, bytes);
    return {
      ...spill,
      add: (part, line) => {
        lines += 1;
        names += namesIn(JSON.parse(line) as Recorded);
        return spill.add(part, line);
      },
    };
  };
  const storage = emptyStorage();
  await catchUp(
    { events, readModels: memoryReadModels({ storage }), projections: allProjections, openSpill },
    { batchSize: 50, heldBytes: HELD },
  );
  await expectRows(events, storage);
  let [count, named] = [0, 0];
  for await (const event of events.readAll()) {
    count += 1;
    named += namesIn(event);
  }
  // The timeline's part has all names, the others each of them once.
  ok(names <= 2 * named, `${names} of ${named}`);
  ok(lines < 4 * count, `${lines} lines of ${count} events`);
});

/** Events that a release cannot read, or not wholly: of a later type or shape, and without what a fold names its rows by. */
const unreadable = (doi: string, orcid: string): readonly (readonly [string, NewEvent])[] => {
  const event = { ...harvest(3e12, [], []), id: randomUUID() };
  const of = (type: string, schemaVersion: number, data: object): NewEvent => ({
    ...event,
    ...{ id: randomUUID(), type, schemaVersion, data },
  });
  return [
    [`publication-org~${doi}`, of('PublicationPraised', 1, {})],
    [`publication-org~${doi}`, of('PublicationHidden', 99, {})],
    [`ingestion-org~${orcid}`, of('IngestionSucceeded', 99, { jobId: 'j' })],
    [`ingestion-org~${orcid}`, of('IngestionProgressed', 1, { jobId: 'j', worker: 'w', counts: {}, confirmed: null })],
    ['harvest-org~broken', of('FoundUnchanged', 1, { from: 1, people: { [orcid]: 1 }, publications: null })],
    [`erasure-org~${orcid}`, of('PersonErased', 1, { orcid, past: [{}] })],
    ['installation-org~site', of('CredentialIssued', 1, {})],
  ];
};

sorting('withholds and records what an unsorted one does', async () => {
  const events = memoryEventStore();
  await withNights(events, 4);
  const [dois, orcids] = [new Set<string>(), new Set<string>()];
  for await (const { stream } of events.readAll()) {
    if (stream.startsWith('publication-org~')) dois.add(nameIn(stream));
    if (stream.startsWith('ingestion-org~')) orcids.add(nameIn(stream));
  }
  for (const [n, doi] of [...dois].slice(0, 3).entries())
    for (const [stream, event] of unreadable(doi, [...orcids][n] ?? '')) await events.append(stream, [event], 'any');
  const past = [...dois].slice(0, 40).map(() => ({
    ...{ id: randomUUID(), type: 'PersonNamed', revision: 1, position: 3, at: 1 },
    ...{ actor: { type: 'system', id: 'x' }, correlationId: 'x', causationId: null },
  }));
  const erased = { ...harvest(3e12, [], []), type: 'PersonErased', data: { orcid: '0000-0002-1825-0097', past } };
  await events.append('erasure-org~0000-0002-1825-0097', [erased], 'any');
  for (const { stream, events: batch } of history({ events: 300, seed: 5 })) await events.append(stream, batch, 'any');
  const storages = [emptyStorage(), emptyStorage()].map((storage, n) => ({
    storage,
    openSpill: n === 0 ? undefined : spillIn(tmpdir()),
  }));
  for (const { storage, openSpill } of storages)
    await catchUp(
      { events, readModels: memoryReadModels({ storage }), projections: allProjections, openSpill },
      { batchSize: 50, heldBytes: HELD },
    );
  const [unsorted, sorted] = storages.map(({ storage: { rows } }) => byId(rows));
  const poison = storages[0]?.storage.rows.get('poison_events');
  ok(poison !== undefined && poison.size >= 8, `${poison?.size} recorded`);
  equal(sorted, unsorted);
});

sorting('goes on without, where there is no space, and says so', async () => {
  for (const failing of ['open', 'add', 'read'] as const) {
    const [events, storage, log] = [memoryEventStore(), emptyStorage(), recordedLog()];
    await withNights(events, 3);
    const fail = (): never => {
      throw new SpillFailed('ENOSPC');
    };
    const openSpill: OpenSpill = async (count, bytes) => {
      if (failing === 'open') fail();
      const spill = await spillIn(tmpdir())(count, bytes);
      let left = 100;
      return {
        ...spill,
        add: async (part, line) => (failing === 'add' && left-- === 0 ? fail() : spill.add(part, line)),
        async *read(part) {
          if (failing === 'read' && part === 2) fail();
          yield* spill.read(part);
        },
      };
    };
    const readModels = memoryReadModels({ storage });
    await catchUp(
      { events, readModels, projections: allProjections, openSpill, log },
      { batchSize: 50, heldBytes: HELD },
    );
    await expectRows(events, storage);
    ok(log.lines.some(({ level, fields }) => level === 'warn' && fields['reason'] === 'ENOSPC'));
  }
});

sorting(
  'writes no more bytes than were checked to be free but for a batch, even of texts that take three bytes a character',
  async () => {
    const events = memoryEventStore();
    const inChinese = (event: NewEvent): NewEvent => ({
      ...event,
      data: { ...(event.data as object), note: '汉字'.repeat(1_000) },
    });
    for (const { stream, events: batch } of history({ events: 600, seed: 8 }))
      await events.append(stream, batch.map(inChinese), 'any');
    const spills: { readonly expected: number; written: number }[] = [];
    const openSpill: OpenSpill = async (count, expected) => {
      const spill = await spillIn(tmpdir())(count, expected);
      const figures = { expected, written: 0 };
      spills.push(figures);
      return {
        ...spill,
        add: (part, line) => {
          figures.written += Buffer.byteLength(line);
          return spill.add(part, line);
        },
      };
    };
    const storage = emptyStorage();
    await catchUp(
      { events, readModels: memoryReadModels({ storage }), projections: allProjections, openSpill },
      { batchSize: 5, heldBytes: HELD },
    );
    ok(spills.length > 0);
    const aBatch = 100_000;
    for (const { expected, written } of spills) ok(written < 2 * expected + aBatch, `${written} of ${expected}`);
  },
);

sorting('divides what little is left of a log into fewer parts than a long one', async () => {
  const [events, storage, counts] = [memoryEventStore(), emptyStorage(), [] as number[]];
  const openSpill: OpenSpill = (count, bytes) => {
    counts.push(count);
    return spillIn(tmpdir())(count, bytes);
  };
  const appends = [...history({ events: 600, seed: 9 })];
  for (const half of [appends.slice(0, 300), appends.slice(300)]) {
    for (const { stream, events: batch } of half) await events.append(stream, batch, 'any');
    await catchUpPart(
      {
        ...{ events, readModels: memoryReadModels({ storage }), projections: allProjections, openSpill },
        ...{ clock: { now: () => 1_000_000 }, log: recordedLog() },
      },
      WHOLE,
      { signal: new AbortController().signal, batchSize: 50, heldBytes: HELD },
    );
  }
  const [first = 0, ...later] = counts;
  ok(later.length > 0);
  for (const count of later) ok(count <= 10 * first, `${count} parts after ${first}`);
  await catchUp({ events, readModels: memoryReadModels({ storage }), projections: allProjections });
  await expectRows(events, storage);
});

/** What a catch-up reports of each projection. */
const reportsOf = async (events: MemoryEventStore, openSpill: OpenSpill | undefined) => {
  const positions = new Map<string, number[]>();
  const counts = new Map<string, number[]>();
  const folded: Record<string, number> = {};
  const add = (to: Map<string, number[]>, key: string, figure: number) =>
    void to.set(key, [...(to.get(key) ?? []), figure]);
  await catchUp(
    { events, readModels: memoryReadModels({ storage: emptyStorage() }), projections: allProjections, openSpill },
    {
      ...{ batchSize: 50, heldBytes: HELD },
      onBatch: ({ projection, events: each }) => (folded[projection] = (folded[projection] ?? 0) + each.length),
      onCaughtUp: ({ projection, position, events: count }) => {
        add(positions, projection, position);
        add(counts, projection, count);
      },
    },
  );
  return { positions: [...positions.values()], counts: [...counts.values()], folded };
};

sorting('counts the events that an unsorted one counts', async () => {
  const events = memoryEventStore();
  await withNights(events, 6);
  const [unsorted, sorted] = [await reportsOf(events, undefined), await reportsOf(events, spillIn(tmpdir()))];
  equal(sorted.folded, unsorted.folded);
});

sorting('reports its progress from the first batch that it sorts, and never goes back', async () => {
  const events = memoryEventStore();
  await withNights(events, 7);
  const head = await events.head();
  const { positions, counts } = await reportsOf(events, spillIn(tmpdir()));
  for (const figures of [...positions, ...counts])
    equal(
      figures,
      [...figures].sort((a, b) => a - b),
    );
  for (const [first = 0, second = 0] of positions) ok(first > 0 && first < second && second < head / 2);
});

sorting('ends when events before its checkpoint are delivered again', async () => {
  const [events, storage] = [memoryEventStore({ repeat: () => 3 }), emptyStorage()];
  const dois = Array.from({ length: 20 }, (_each, n) => `10.5555/${n}`);
  const append = async (n: number): Promise<void> =>
    void (await events.append(jobStream('p'), [fact(progressed(`j${n}`, ...dois))], 'any'));
  const run = (before: (step: Step) => void = () => undefined) =>
    catchUp(
      { events, readModels: memoryReadModels({ storage, before }), projections: [shelf], openSpill: memorySpill },
      { batchSize: 1, heldBytes: 100 },
    );
  for (let n = 0; n < 20; n += 1) await append(n);
  // Indexes are last, so the checkpoint stays behind these events.
  await rejects(
    run((step) => {
      if (step === 'index') throw new Error('the process dies');
    }),
  );
  for (let n = 20; n < 23; n += 1) await append(n);
  await run();
  equal(byId(kept(storage, [shelf])), byId(await plainFold(events, [shelf])));
});
