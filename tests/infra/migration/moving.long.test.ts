/** Moving a grown log from the embedded file to EventStoreDB. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { newCaller } from '../../../commands/caller.ts';
import { erasePerson } from '../../../commands/erase-person.ts';
import type { EventStore } from '../../../commands/ports.ts';
import { Refused, Unavailable } from '../../../domain/errors.ts';
import type { Recorded } from '../../../domain/event.ts';
import { openSqliteEventStore } from '../../../infra/sqlite/events/index.ts';
import { openEventStoreDb } from '../../../infra/eventstoredb/index.ts';
import { moveLog } from '../../../infra/migration/moving.ts';
import { randomIds, systemClock } from '../../../infra/system.ts';
import { Interrupted, type Steps } from '../../../infra/interrupted.ts';
import { collect } from '../../support/event-stores.ts';
import { startDouble } from '../../support/eventstoredb-double/double.ts';
import { startDoubleProcess } from '../../support/eventstoredb-double/process.ts';
import { writeHistory } from '../../support/history.ts';
import { newEvent } from '../../support/new-event.ts';
import { append, QUIXOTE, recordQuixote } from '../../support/people.ts';
import { suite } from '../../support/suite.ts';
import { closing } from '../../support/closing.ts';
import { temporaryFolder } from '../../support/folder.ts';

const moving = suite('moving a log');
const quietly: Steps = () => undefined;
const neverAborted = new AbortController().signal;

const inSource = async (test: (source: EventStore, folder: string) => Promise<void>): Promise<void> => {
  await using folder = await temporaryFolder();
  await using source = closing(await openSqliteEventStore({ file: path.join(folder.path, 'events.db') }));
  await test(source, folder.path);
};

const over = async (test: (source: EventStore, target: EventStore) => Promise<void>): Promise<void> => {
  await using double = await startDouble();
  await using target = closing(await openEventStoreDb({ url: double.url }));
  await inSource((source) => test(source, target));
};

/** Everything but the position, which each store assigns. */
const eventsOf = async (store: EventStore): Promise<readonly unknown[]> =>
  (await collect(store.readAll())).map(({ position, ...event }: Recorded) => (assert.ok(position >= 0), event));

const erase = (events: EventStore): Promise<unknown> =>
  erasePerson(
    { events, clock: systemClock, ids: randomIds },
    QUIXOTE.orcid,
    newCaller(randomIds, 'org', { type: 'system', id: 'test' }),
  );

const refusedAs = (code: string) => (error: unknown) => error instanceof Refused && error.code === code;

moving('keeps every event, with its id, metadata, stream and revision, in the order of the log', () =>
  over(async (source, target) => {
    await writeHistory(source, { events: 2_000 });
    const { events, streams, moved } = await moveLog(source, target, quietly, neverAborted);
    const here = await eventsOf(source);
    assert.deepEqual([events, moved], [here.length, here.length]);
    assert.ok(streams > 100);
    assert.deepEqual(await eventsOf(target), here);
    assert.equal((await moveLog(source, target, quietly, neverAborted)).moved, 0);
  }),
);

moving('moves the rest when the log has grown', () =>
  over(async (source, target) => {
    await writeHistory(source, { events: 200 });
    await moveLog(source, target, quietly, neverAborted);
    await append({ events: source }, 'person-org~late', 'org', [
      { type: 'PersonRegistered', data: { orcid: QUIXOTE.orcid } },
    ]);
    assert.equal((await moveLog(source, target, quietly, neverAborted)).moved, 1);
    assert.deepEqual(await eventsOf(target), await eventsOf(source));
  }),
);

moving('moves the events from before it began while others write, and the rest the next time', () =>
  over(async (source, target) => {
    await writeHistory(source, { events: 200 });
    const registered = { type: 'PersonRegistered', data: { orcid: QUIXOTE.orcid } } as const;
    const writing: Promise<unknown>[] = [];
    const beside: Steps = (what) => {
      if (what === 'moving' && writing.length === 0)
        writing.push(append({ events: source }, 'person-org~late', 'org', [registered]));
    };
    const { events } = await moveLog(source, target, beside, neverAborted);
    assert.equal((await Promise.all(writing)).length, 1);
    assert.equal((await collect(source.readAll())).length, events + 1);
    assert.equal((await moveLog(source, target, quietly, neverAborted)).moved, 1);
    assert.deepEqual(await eventsOf(target), await eventsOf(source));
  }),
);

moving('reports a person erased while it runs, and succeeds on the next run', () =>
  over(async (source, target) => {
    await recordQuixote({ events: source }, 'org');
    let reads = 0;
    const erasedBeforeTheLook: EventStore = {
      ...source,
      readAll: async function* (options) {
        // The third time it is read to be compared with what was moved.
        if ((reads += 1) === 3) await erase(source);
        yield* source.readAll(options);
      },
    };
    await assert.rejects(moveLog(erasedBeforeTheLook, target, quietly, neverAborted), refusedAs('not_the_same'));
    await moveLog(source, target, quietly, neverAborted);
    assert.equal((await collect(target.readAll())).filter(({ type }) => type === 'PersonNamed').length, 0);
  }),
);

moving('detects an event that arrives changed', () =>
  over(async (source, target) => {
    await writeHistory(source, { events: 300 });
    const [wrong] = (await collect(source.readAll())).slice(200);
    const careless: EventStore = {
      ...target,
      append: (stream, events, expected) =>
        target.append(
          stream,
          events.map((event) => (event.id === wrong?.id ? { ...event, schemaVersion: 2 } : event)),
          expected,
        ),
    };
    await assert.rejects(moveLog(source, careless, quietly, neverAborted), (error: unknown) => {
      assert.ok(refusedAs('not_the_same')(error));
      return String(error).includes(`${wrong?.stream ?? ''}@${wrong?.revision ?? ''}`);
    });
  }),
);

moving('resumes where it stopped, whether it was interrupted or the server died', () =>
  inSource(async (source, folder) => {
    await writeHistory(source, { events: 1_500 });
    const file = path.join(folder, 'server');
    let server = await startDoubleProcess({ file });
    const port = Number(new URL(server.url.replace('esdb:', 'http:')).port);
    let target = await openEventStoreDb({ url: server.url, timeoutMs: 1_000 });
    try {
      const leaving = new AbortController();
      const interrupting: Steps = (what, done, total) => {
        if (what === 'moving' && done > total / 4) leaving.abort();
      };
      await assert.rejects(moveLog(source, target, interrupting, leaving.signal), Interrupted);

      const deadly: Steps = (what, done, total) => {
        if (what === 'moving' && done > total / 2) void server.kill();
      };
      await assert.rejects(
        moveLog(source, target, deadly, neverAborted),
        (error: unknown) => error instanceof Unavailable,
      );
      await target.close();
      server = await startDoubleProcess({ file, port });
      target = await openEventStoreDb({ url: server.url });
      const { events, moved } = await moveLog(source, target, quietly, neverAborted);
      assert.ok(moved > 0 && moved < (events * 3) / 4, `${moved} of ${events}`);
      assert.deepEqual(await eventsOf(target), await eventsOf(source));
    } finally {
      await target.close();
      await server.kill();
    }
  }),
);

moving('refuses a server with any other data, and writes nothing there', () =>
  over(async (source, target) => {
    await writeHistory(source, { events: 50 });
    await target.append('publication-org~10.1/x', [newEvent(0)], 'none');
    await assert.rejects(moveLog(source, target, quietly, neverAborted), refusedAs('not_empty'));
    assert.equal((await collect(target.readAll())).length, 1);
  }),
);

moving('keeps deleted streams deleted, even one that had already been moved', () =>
  over(async (source, target) => {
    await recordQuixote({ events: source }, 'org');
    await moveLog(source, target, quietly, neverAborted);
    await erase(source);
    await append({ events: source }, `person-org~${QUIXOTE.orcid}`, 'org', [
      { type: 'PersonRegistered', data: { orcid: QUIXOTE.orcid } },
    ]);
    await moveLog(source, target, quietly, neverAborted);
    const types = async (store: EventStore) => (await collect(store.readAll())).map(({ type, id }) => [type, id]);
    assert.deepEqual(await types(target), await types(source));
    assert.equal((await moveLog(source, target, quietly, neverAborted)).moved, 0);
  }),
);

moving('moves a stream that was deleted and started again, and positions after its events, to an empty server', () =>
  over(async (source, target) => {
    await recordQuixote({ events: source }, 'org');
    await erase(source);
    const person = `person-org~${QUIXOTE.orcid}`;
    const named = { type: 'PersonNamed', data: { name: 'Z', slug: 'z', saidBy: 'staff' } } as const;
    const registered = { type: 'PersonRegistered', data: { orcid: QUIXOTE.orcid } } as const;
    for (const event of [registered, named]) {
      await append({ events: source }, person, 'org', [event]);
      const upTo = await source.head();
      await append({ events: source }, 'timeline-org~activity', 'org', [
        { type: 'TimelineCleaned', data: { mode: 'all', before: null, upTo, hidden: 8 } },
      ]);
    }
    const { streams } = await moveLog(source, target, quietly, neverAborted);
    const log = await collect(target.readAll());
    assert.equal(streams, new Set(log.map(({ stream }) => stream)).size);
    assert.deepEqual(
      log.flatMap(({ type, data }) => (type === 'TimelineCleaned' ? (data as { upTo: number }).upTo : [])),
      log.flatMap(({ stream, position }) => (stream === person ? position : [])),
    );
    await append({ events: source }, person, 'org', [{ type: 'PersonArchived', data: {} }]);
    assert.equal((await moveLog(source, target, quietly, neverAborted)).moved, 1);
  }),
);

moving('translates the positions that events mention to those of the server', () =>
  over(async (source, target) => {
    await recordQuixote({ events: source }, 'org');
    const upTo = await source.head();
    await append({ events: source }, 'timeline-org~activity', 'org', [
      { type: 'TimelineCleaned', data: { mode: 'all', before: null, upTo, hidden: 8 } },
    ]);
    await erase(source);
    await moveLog(source, target, quietly, neverAborted);
    const log = await collect(target.readAll());
    const [cleaned, erased] = ['TimelineCleaned', 'PersonErased'].map((name) => log.find(({ type }) => type === name));
    assert.equal((cleaned?.data as { upTo: number }).upTo, log.find(({ type }) => type === 'AuthorLinked')?.position);
    const places = (erased?.data as { past: { position: number }[] }).past.map(({ position }) => position);
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
  }),
);
