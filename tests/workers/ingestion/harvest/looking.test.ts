/** A harvest checks by iD and by DOI: only changes have events of their own. */
import assert from 'node:assert/strict';
import { createWorkspace } from '../../../../commands/bootstrap.ts';
import { newCaller } from '../../../../commands/caller.ts';
import { doiLastChecked, orcidUnchangedAt } from '../../../../commands/last-checks.ts';
import { queueIngestions } from '../../../../commands/queue-ingestions.ts';
import { publications } from '../../../../projections/catalogue/publications.ts';
import { latestJobs } from '../../../../projections/queries/ingestions.ts';
import { harvestOnce } from '../../../../workers/ingestion/harvest/index.ts';
import { ingestAll, tally } from '../../../support/ingesting.ts';
import { suite } from '../../../support/suite.ts';
import { inWorkspace, on, OPTIONS } from './stage.ts';

const harvesting = suite('a harvest');

harvesting('of 20 co-authors and 30 papers without changes is no event, and changes no row', () =>
  on({ people: 20, papers: 30 }, async ({ night, installation }) => {
    const shown = () => installation.readModels.find(publications, { where: { all: [] }, limit: 100 });
    const rows = await shown();
    const before = await installation.events.head();
    const { queued, unchanged, requests } = await night();
    assert.deepEqual([queued, unchanged], [[], { people: 20, publications: 30 }]);
    assert.deepEqual(requests, {
      ...{ person: 20, orcid: 20, openalex: 20, wholeLists: 20 },
      ...{ crossref: 30, datacite: 0, fromOpenalex: 0, facts: 1, changes: 0 },
    });
    assert.equal(await installation.events.head(), before);
    assert.deepEqual(await shown(), rows);
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

harvesting('records when people and publications were last checked, in the state store', () =>
  on({ people: 2, papers: 2 }, async ({ night, installation, orcids: [orcid = ''], dois: [doi = ''] }) => {
    const { state, readModels } = installation;
    const [job] = await latestJobs(readModels, 'org', [orcid]);
    assert.equal(await orcidUnchangedAt(state, 'org', orcid), null);
    const before = (await doiLastChecked(state, doi)) ?? Infinity;
    await night();
    assert.ok(((await doiLastChecked(state, doi)) ?? 0) > before);
    assert.ok(((await orcidUnchangedAt(state, 'org', orcid)) ?? 0) > (job?.finished_at ?? Infinity));
    assert.deepEqual(await latestJobs(readModels, 'org', [orcid]), [job]);
    const queue = { orcids: [orcid], triggerSource: 'api', shards: 4, skipExisting: true } as const;
    const caller = newCaller(installation.ids, 'org', installation.caller.actor);
    const { skipped } = await queueIngestions(installation, queue, caller);
    assert.deepEqual(skipped, [{ orcid, reason: 'already_ingested' }]);
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
  }),
);
