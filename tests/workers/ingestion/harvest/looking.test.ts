/** A harvest checks by iD and by DOI: only changes have events of their own. */
import assert from 'node:assert/strict';
import { createWorkspace } from '../../../../commands/bootstrap.ts';
import { newCaller } from '../../../../commands/caller.ts';
import { queueIngestions } from '../../../../commands/queue-ingestions.ts';
import { publicPublication } from '../../../../projections/queries/public-publications.ts';
import { latestJobs } from '../../../../projections/queries/ingestions.ts';
import { timelinePage } from '../../../../projections/queries/timeline.ts';
import { harvestOnce } from '../../../../workers/ingestion/harvest/index.ts';
import { ingestAll, tally } from '../../../support/ingesting.ts';
import { suite } from '../../../support/suite.ts';
import { inWorkspace, on, OPTIONS, unchangedIn } from './stage.ts';

const harvesting = suite('a harvest');

const ANYTHING = {
  ...{ workspace: 'org', from: null, to: null, type: null, severity: null, status: null },
  ...{ actorIds: null, actorType: null, correlationId: null, terms: [] },
} as const;

harvesting('of 20 co-authors and 30 papers without changes is one event', () =>
  on({ people: 20, papers: 30 }, async ({ night, installation, orcids, dois }) => {
    const before = await installation.events.head();
    const { queued, unchanged, requests } = await night();
    assert.deepEqual([queued, unchanged], [[], { people: 20, publications: 30 }]);
    assert.deepEqual(requests, {
      ...{ person: 20, orcid: 20, openalex: 20, wholeLists: 20 },
      ...{ crossref: 30, datacite: 0, fromOpenalex: 0, facts: 1, changes: 0 },
    });
    const types: string[] = [];
    for await (const { type } of installation.events.readAll({ from: before })) types.push(type);
    assert.deepEqual(types, ['FoundUnchanged']);
    const [event] = await unchangedIn(installation);
    assert.deepEqual(Object.keys(event?.data.people ?? {}).sort(), [...orcids].sort());
    assert.deepEqual(Object.keys(event?.data.publications ?? {}).sort(), [...dois].sort());
    const newest = async (housekeeping: boolean): Promise<string | undefined> => {
      const { rows } = await timelinePage(
        installation.readModels,
        { ...ANYTHING, housekeeping },
        { page: 1, perPage: 1 },
        null,
      );
      return rows[0]?.type;
    };
    assert.equal(await newest(true), 'FoundUnchanged');
    assert.notEqual(await newest(false), 'FoundUnchanged');
  }),
);

harvesting('requests lists conditionally, and no DOI before it is due', () =>
  on({ people: 2, papers: 3 }, async ({ night }) => {
    const described: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { requests, unchanged } = await night();
      described.push(requests.crossref);
      // OpenAlex, which provides no validators, returns its lists in full.
      assert.deepEqual([requests.person, requests.orcid, requests.openalex, requests.wholeLists], [2, 2, 2, 2]);
      assert.equal(unchanged.people, 2);
    }
    assert.deepEqual(described, [3, 3, 0, 3, 0]);
  }),
);

harvesting('updates when people and publications were last seen, and nothing else about them', () =>
  on({ people: 2, papers: 2 }, async ({ night, installation, orcids, dois }) => {
    const fetchedAt = async (): Promise<number> =>
      ((await publicPublication(installation.readModels, dois[0] ?? ''))?.body as { last_fetched_at: number })
        .last_fetched_at;
    const [job] = await latestJobs(installation.readModels, 'org', orcids);
    const before = await fetchedAt();
    await night();
    const [looked] = await latestJobs(installation.readModels, 'org', orcids);
    assert.ok((await fetchedAt()) > before);
    const at = looked?.unchanged_at ?? 0;
    assert.ok(at > (job?.finished_at ?? Infinity));
    assert.deepEqual(looked, { ...job, unchanged_at: at });
    const queue = { orcids, triggerSource: 'api', shards: 4, skipExisting: true } as const;
    const { skipped } = await queueIngestions(
      installation,
      queue,
      newCaller(installation.ids, 'org', installation.caller.actor),
    );
    assert.deepEqual([...new Set(skipped.map(({ reason }) => reason))], ['already_ingested']);
  }),
);

harvesting('records changes of a DOI, without a job', () =>
  on({ people: 3, papers: 4 }, async ({ night, correct, cite, dois, installation }) => {
    correct(dois[0] ?? '');
    cite(dois[1] ?? '', 7);
    const { queued, changed, unchanged } = await night();
    assert.deepEqual([queued, changed, unchanged], [[], 2, { people: 3, publications: 2 }]);
    const { PublicationRefreshed, CitationCountChanged } = await tally(installation, 'publication-');
    assert.deepEqual([PublicationRefreshed, CitationCountChanged], [1, 1]);
  }),
);

harvesting('happens once per interval', () =>
  on({ people: 1, papers: 1 }, async ({ run, hoursLater, installation }) => {
    await run();
    hoursLater(23);
    assert.deepEqual(await harvestOnce(installation, OPTIONS), []);
    hoursLater(1);
    assert.equal((await harvestOnce(installation, OPTIONS)).length, 1);
  }),
);

harvesting('makes one request for two workspaces', () =>
  on({ people: 3, papers: 4 }, async ({ night, installation, orcids, correct, dois, counted }) => {
    await createWorkspace(installation, 'other', 'Other');
    await ingestAll(inWorkspace(installation, 'other'), orcids);
    counted();
    correct(dois[0] ?? '');
    const { requests, unchanged } = await night();
    assert.deepEqual([requests.person, requests.orcid, requests.openalex], [3, 3, 3]);
    // Both request the one that changed.
    assert.deepEqual([requests.crossref, unchanged], [5, { people: 3, publications: 3 }]);
    const events = await unchangedIn(installation);
    assert.deepEqual(
      events.map(({ data, metadata }) => [
        metadata.workspace,
        Object.keys(data.people).length,
        Object.keys(data.publications).length,
      ]),
      [
        ['org', 3, 3],
        ['other', 3, 3],
      ],
    );
  }),
);
