/** Erasing personal data beside a running server: nothing remains, and nothing restores it. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { createWorkspace } from '../../../commands/bootstrap.ts';
import { newCaller } from '../../../commands/caller.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import { loadState } from '../../../commands/aggregate.ts';
import { workspacesHolding } from '../../../commands/known-workspace.ts';
import { personAggregate } from '../../../commands/person.ts';
import { offerPhoto } from '../../../commands/photos.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { people } from '../../../projections/catalogue/people.ts';
import { researchers } from '../../../projections/catalogue/researchers.ts';
import { projectionKey, type Projection } from '../../../projections/define.ts';
import { generationOf } from '../../../projections/generations.ts';
import type { Collection, Row } from '../../../projections/ports.ts';
import { timeline } from '../../../projections/timeline/index.ts';
import { systemClock } from '../../../infra/system.ts';
import type { Stores } from '../../../infra/wiring/stores.ts';
import { harvestOnce } from '../../../workers/ingestion/harvest/index.ts';
import { providerChecksOf } from '../../../workers/ingestion/provider-checks.ts';
import { openRegistry, register } from '../../../workers/rebuild/registry.ts';
import { personIdFrom } from '../../../domain/person/id.ts';
import { requestRebuild } from '../../../workers/rebuild/requests.ts';
import { bodyOf, serveDashboard } from '../../support/dashboard.ts';
import { startDouble } from '../../support/eventstoredb-double/double.ts';
import { everyRow } from '../../support/every-row.ts';
import { PNG } from '../../support/png.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { keptAt } from '../../support/kept.ts';
import { append, QUIXOTE, recordQuixote } from '../../support/people.ts';
import { servePublic } from '../../support/serving.ts';
import { inPlace, placeOf, type Place } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';
import { dispatch } from '../../support/dispatch.ts';
import { operationsIn, type Operations } from '../../support/command-line.ts';

const { orcid, words } = QUIXOTE;
const erasing = suite('erasing a person');

type Stage = {
  readonly place: Place;
  readonly commandLine: Operations;
  /** Over the same stores, for the duration of the work. */
  readonly during: <T>(work: (installation: Installation) => Promise<T>) => Promise<T>;
};

const stageAt = async (place: Place, test: (stage: Stage) => Promise<void>): Promise<void> => {
  await test({
    place,
    commandLine: operationsIn(place.env),
    during: async (work) => {
      await using installation = await openInstallation({ place });
      return await work(installation);
    },
  });
};

const stage = (test: (stage: Stage) => Promise<void>): Promise<void> =>
  inPlace((place) => stageAt(place, test), { forPrograms: true });

/** Which of the words are stored anywhere, ignoring case. */
const wordsAt = async (place: Place): Promise<readonly string[]> => {
  const text = [...(await keptAt(place)).values()].join('\n').toLowerCase();
  return words.filter((word) => text.includes(word));
};

/** Drops all rows, which are then rebuilt. */
const dropRows = async ({ config: { dataDir, mongodbUrl } }: Place): Promise<void> => {
  for (const end of ['', '-wal', '-shm']) await rm(path.join(dataDir, `read.db${end}`), { force: true });
  if (mongodbUrl === null) return;
  const client = await MongoClient.connect(mongodbUrl);
  for (const collection of await client.db().collections())
    if (collection.collectionName !== 'state') await collection.drop();
  await client.close();
};

const rowsOf = async ({ readModels }: Installation): Promise<Readonly<Record<string, readonly Row[]>>> => {
  const all: Record<string, Row[]> = {};
  for (const collection of [people, researchers, timeline] as readonly Collection[])
    for await (const row of everyRow(readModels, collection)) (all[collection.name] ??= []).push(row);
  return all;
};

const recordInBoth = async (installation: Installation): Promise<void> => {
  await createWorkspace(installation, 'other', 'Other');
  for (const workspace of ['org', 'other']) await recordQuixote(installation, workspace);
  await installation.settled();
};

/** Registers it, with the rows of the catalogue. */
const copied = async ({ rawReadModels: rows }: Stores, to: Projection, phase: 'live' | 'filling'): Promise<void> => {
  await openRegistry(rows);
  await register(rows, to);
  for (const [n, { collection }] of to.folds.entries()) {
    await rows.create(collection, 'now');
    const known = await rows.find(catalogue.folds[n]?.collection ?? collection, { where: { all: [] }, limit: 100 });
    const checkpoint = { position: 0, phase };
    const changes = [{ collection, replace: known }];
    await rows.commit({ projection: projectionKey(to), changes, recounts: [], checkpoint });
  }
};

erasing('leaves no word of the person in rows that were rebuilt', () =>
  stage(async ({ during, commandLine, place }) => {
    await during(recordInBoth);
    await commandLine.rebuild(['catalogue'], () => undefined);
    assert.deepEqual(await wordsAt(place), words);
    const { rowsGone, filesClean } = await commandLine.erasePerson(orcid, null);
    assert.ok(rowsGone && filesClean);
    assert.deepEqual(await wordsAt(place), []);
  }),
);

erasing('leaves no word of the person in rows of an earlier release, which are kept for its return', () =>
  stage(async ({ during, commandLine, place }) => {
    await during(recordInBoth);
    const stores = await place.open();
    const folds = catalogue.folds.map((fold) => ({
      ...fold,
      collection: { ...fold.collection, name: `${fold.collection.name}_before` },
    }));
    await copied(
      stores,
      { ...catalogue, version: catalogue.version - 1, folds, derived: [], chosen: [], counts: [] },
      'live',
    );
    await stores.close();
    const { rowsGone, filesClean } = await commandLine.erasePerson(orcid, null);
    assert.ok(rowsGone && filesClean);
    assert.deepEqual(await wordsAt(place), []);
  }),
);

erasing('waits for rows that a rebuild is filling', () =>
  stage(async ({ during, commandLine, place }) => {
    await during(recordInBoth);
    const stores = await place.open();
    const { rawReadModels: readModels, state } = stores;
    await requestRebuild({ readModels, state, clock: systemClock }, [catalogue]);
    await copied(stores, generationOf(catalogue, 1), 'filling');
    const { rowsGone, filesClean } = await commandLine.erasePerson(orcid, null);
    assert.ok(rowsGone && filesClean);
    await stores.close();
    assert.deepEqual(await wordsAt(place), []);
  }),
);

erasing('leaves no word of the person in rows, responses or files', () =>
  stage(({ during, commandLine, place }) =>
    during(async (installation) => {
      await recordInBoth(installation);
      await using website = await servePublic(installation, { cacheBytes: 1_000_000 });
      await using dashboard = await serveDashboard(installation);
      assert.match((await website.get(`/v1/researchers/${orcid}`)).text, /Zebulon/);
      assert.deepEqual(await wordsAt(place), words);

      const report = await commandLine.erasePerson(orcid, null);
      assert.deepEqual(
        report.workspaces.map(({ workspace, events }) => [workspace, events]),
        [
          ['org', 6],
          ['other', 6],
        ],
      );
      assert.ok(report.rowsGone && report.filesClean);
      await installation.settled();

      assert.deepEqual(await wordsAt(place), []);
      assert.equal((await website.get(`/v1/researchers/${orcid}`)).status, 404);
      for (const search of ['/v1/researchers?q=quixotewright', '/v1/publications?q=quixotewright'])
        assert.equal(((await website.get(search)).body as { total: number }).total, 0);
      assert.equal((await website.get('/v1/doi/10.5555/mills.1')).status, 200);

      const jo = await dashboard.signIn('member');
      const { events } = bodyOf<{ events: readonly { event_type: string; summary: string; changes: unknown[] }[] }>(
        await jo.get('/api/activity?per_page=100'),
      );
      const past = events.filter(({ event_type }) => /^(Person(Named|Desc|Regis|Photo)|Affil)/.test(event_type));
      assert.deepEqual([...new Set(past.map(({ summary }) => summary))], ['Erased']);
      assert.equal(past.length, 6);
      assert.ok(past.every(({ changes }) => changes.length === 0));
      assert.equal(events.filter(({ summary }) => summary === `Erased ${orcid}`).length, 1);
    }),
  ),
);

erasing('clears the cached responses about the iD, and the photos', () =>
  stage(({ during, commandLine }) =>
    during(async (installation) => {
      await recordInBoth(installation);
      const stored = providerChecksOf(installation);
      await stored.rememberLists(orcid, {});
      for (const workspace of ['org', 'other'])
        await stored.rememberWorkedThrough(workspace, orcid, { digest: '', position: 1 });
      const photo = { type: 'image/png', content: PNG };
      for (const workspace of ['org', 'other']) await offerPhoto(installation.state, workspace, orcid, photo);
      await commandLine.erasePerson(orcid, null);
      assert.deepEqual(await installation.state.list('asked/'), []);
      assert.deepEqual(await installation.state.list('photo/'), []);
    }),
  ),
);

erasing('remains effective when it is repeated, and when the rows are rebuilt', () =>
  stage(async ({ during, commandLine, place }) => {
    await during(recordInBoth);
    assert.equal((await commandLine.erasePerson(orcid, null)).workspaces.length, 2);
    const again = await commandLine.erasePerson(orcid, null);
    assert.deepEqual(
      again.workspaces.map(({ events }) => events),
      [0, 0],
    );
    const rowsNow = async (installation: Installation) => {
      await installation.settled();
      return rowsOf(installation);
    };
    const before = await during(rowsNow);
    await dropRows(place);
    assert.deepEqual(await during(rowsNow), before);
    assert.deepEqual(await wordsAt(place), []);
  }),
);

/** The person of the iD has taken over someone without one, whose names are those of `QUIXOTE`, and who was linked to a paper. */
const recordMerged = async (installation: Installation, from: string): Promise<void> => {
  await append(installation, `person-org~${from}`, 'org', [
    { type: 'PersonRegistered', data: { orcid: from } },
    { type: 'PersonNamed', data: { name: 'Zebulon Quixotewright', slug: 'zebulon-quixotewright', saidBy: 'staff' } },
    { type: 'PersonMerged', data: { into: orcid } },
  ]);
  await append(installation, `person-org~${orcid}`, 'org', [
    { type: 'PersonRegistered', data: { orcid } },
    { type: 'PersonNamed', data: { name: 'Windmills', slug: 'windmills', saidBy: 'provider' } },
    { type: 'PersonAbsorbed', data: { from, names: ['Zebulon Quixotewright'], past: [] } },
  ]);
  await installation.settled();
};

erasing('erases all of someone who was merged, whichever of their ids is given', async () => {
  const from = personIdFrom('00000000-0000-4000-8000-000000000007');
  for (const [given, other] of [
    [from, orcid],
    [orcid, from],
  ] as const)
    await stage(async ({ during, commandLine, place }) => {
      await during((installation) => recordMerged(installation, from));
      assert.deepEqual(await wordsAt(place), words);
      const { workspaces, filesClean } = await commandLine.erasePerson(given, null);
      assert.deepEqual(
        workspaces.map(({ orcid: id, events }) => [id, events]),
        [
          [other, 3],
          [given, 3],
        ],
      );
      assert.ok(filesClean);
      assert.deepEqual(await wordsAt(place), []);
    });
});

erasing('finds the streams of the iD, even in a workspace that was never created', () =>
  stage(({ during, commandLine }) =>
    during(async (installation) => {
      await recordQuixote(installation, 'never-made');
      await installation.settled();
      const { workspaces } = await commandLine.erasePerson(orcid, null);
      assert.deepEqual(
        workspaces.map(({ workspace, events }) => [workspace, events]),
        [['never-made', 6]],
      );
      for await (const { stream } of installation.events.readAll()) assert.ok(!stream.startsWith('person-'), stream);
    }),
  ),
);

erasing('that is interrupted while it searches for the iD does not report that there is none', () =>
  stage(({ during }) =>
    during(async (installation) => {
      await recordInBoth(installation);
      await assert.rejects(workspacesHolding(installation, orcid, AbortSignal.abort()), { name: 'AbortError' });
    }),
  ),
);

erasing('in a workspace that does not exist is an error, as is every command there', () =>
  stage(({ during, commandLine }) =>
    during(async (installation) => {
      const head = await installation.events.head();
      const unknown = { code: 'workspace_not_found', message: 'there is no workspace nowhere' };
      await assert.rejects(commandLine.erasePerson(orcid, 'nowhere'), unknown);
      const ingest = { workspace: 'nowhere', skipExisting: false, acceptsLosses: false };
      await assert.rejects(
        commandLine.ingest([orcid], ingest, () => undefined),
        unknown,
      );
      await assert.rejects(commandLine.importDoi('10.5555/mills.1', { workspace: 'nowhere', orcids: [] }), unknown);
      const session = { email: 'jo@example.org', role: 'member', workspace: 'nowhere' } as const;
      await assert.rejects(commandLine.createSession(session), { code: 'workspace_not_found' });
      assert.equal(await installation.events.head(), head);
    }),
  ),
);

erasing('is limited to one workspace on request, and the other keeps its data', () =>
  stage(({ during, commandLine }) =>
    during(async (installation) => {
      await recordInBoth(installation);
      await commandLine.erasePerson(orcid, 'org');
      await installation.settled();
      const row = await installation.readModels.get(researchers, orcid);
      assert.equal(row?.['shown'], `other~${orcid}`);
    }),
  ),
);

erasing('leaves nothing behind for the next registration of the iD', () =>
  stage(({ during, commandLine }) =>
    during(async (installation) => {
      await recordInBoth(installation);
      await commandLine.erasePerson(orcid, 'org');
      const command = { type: 'RegisterPerson', orcid, name: 'Z. Q.', biography: null, saidBy: 'staff' } as const;
      await dispatch(installation, personAggregate, orcid, command);
      await installation.settled();
      const row = await installation.readModels.get(people, `org~${orcid}`);
      const { name, biography, photoUrl } = row?.['profile'] as Record<string, unknown>;
      assert.deepEqual({ name, biography, photoUrl }, { name: 'Z. Q.', biography: null, photoUrl: null });
    }),
  ),
);

erasing('ends the running job, and no harvest requests the iD again', () =>
  stage(({ during, commandLine }) =>
    during(async (installation) => {
      await recordInBoth(installation);
      const queue = { orcids: [orcid], shards: 4 } as const;
      const { caller } = installation;
      await queueIngestions(installation, { ...queue, triggerSource: 'harvest' }, caller);
      const { workspaces } = await commandLine.erasePerson(orcid, 'org');
      assert.ok(workspaces[0]?.jobEnded);
      await installation.settled();

      const later = { ...installation, clock: { now: () => Date.now() + 1e12 } };
      await harvestOnce(later, { shards: 4 });
      const job = async () => (await loadState(installation.events, ingestionAggregate, 'org', orcid)).state.job;
      assert.equal(await job(), null);
      const harvested = await queueIngestions(
        installation,
        { ...queue, triggerSource: 'harvest', after: 'the-last-one' },
        newCaller(installation.ids, 'org', caller.actor),
      );
      assert.deepEqual(harvested.skipped, [{ orcid, reason: 'forgotten' }]);

      await queueIngestions(
        installation,
        { ...queue, triggerSource: 'cli' },
        newCaller(installation.ids, 'org', caller.actor),
      );
      assert.equal((await job())?.status, 'queued');
    }),
  ),
);

erasing('does the same over EventStoreDB and rows in files', async () => {
  await using double = await startDouble();
  await inPlace(({ config: { dataDir } }) =>
    stageAt(placeOf({ DATA_DIR: dataDir, EVENTSTORE_URL: double.url }), async ({ during, commandLine, place }) => {
      await during(recordInBoth);
      const { workspaces, filesClean } = await commandLine.erasePerson(orcid, null);
      assert.deepEqual([workspaces.map(({ events }) => events), filesClean], [[6, 6], true]);
      assert.deepEqual(await wordsAt(place), []);
      const erased = await during(rowsOf);
      await during((installation) =>
        append(installation, `person-org~${orcid}`, 'org', [{ type: 'PersonRegistered', data: { orcid } }]),
      );
      assert.equal(erased[people.name], undefined);
    }),
  );
});
