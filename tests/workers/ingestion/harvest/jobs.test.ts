/** A harvest queues a job for each person who changed or could not be checked, and requests each list once. */
import assert from 'node:assert/strict';
import { loadState } from '../../../../commands/aggregate.ts';
import { newCaller } from '../../../../commands/caller.ts';
import { handle } from '../../../../commands/handle.ts';
import { personAggregate } from '../../../../commands/person.ts';
import type { EventStore } from '../../../../commands/ports.ts';
import { Refused } from '../../../../domain/errors.ts';
import { type Providers, ProviderUnavailable } from '../../../../workers/ingestion/ports.ts';
import { ingestAll, jobsOf, tally } from '../../../support/ingesting.ts';
import { suite } from '../../../support/suite.ts';
import { on } from './stage.ts';

const harvesting = suite('a harvest');

harvesting('queues a job for a person whose list changed, which requests only the new DOI', () =>
  on({ people: 3, papers: 4 }, async ({ night, publish, orcids, installation }) => {
    await night();
    publish(orcids[1] ?? '', '10.5555/new');
    const { queued, unchanged, requests } = await night();
    assert.deepEqual([queued, unchanged.people, requests.crossref], [[orcids[1]], 2, 5]);
    const [job] = await jobsOf(installation, queued);
    assert.deepEqual([job?.triggerSource, job?.counts.created], ['harvest', 1]);
    const next = await night();
    assert.deepEqual([next.queued, next.unchanged.people], [[], 3]);
  }),
);

harvesting('requests each list of a person once, whichever of their works changed, and a new paper once', () =>
  on({ people: 20, papers: 30 }, async ({ night, publish, orcids, installation }) => {
    for (const source of ['orcid', 'openalex'] as const) {
      for (const orcid of orcids) publish(orcid, `10.5555/new.${source}`, source);
      const { queued, requests } = await night();
      assert.deepEqual([...queued].sort(), [...orcids].sort());
      assert.deepEqual([requests.person, requests.orcid, requests.openalex], [20, 20, 20], source);
      assert.ok(requests.crossref <= 32, source);
      const jobs = await jobsOf(installation, orcids);
      assert.deepEqual([...new Set(jobs.map(({ status }) => status))], ['succeeded']);
    }
    assert.equal((await tally(installation, 'publication-')).PublicationAdded, 32);
  }),
);

harvesting('takes a new name from the ORCID record, and requests again only the list that said "not modified"', () =>
  on({ people: 1, papers: 3 }, async ({ night, rename, orcids: [orcid = ''], installation }) => {
    rename(orcid, 'Josiah Carberry');
    const { requests } = await night();
    assert.deepEqual([requests.person, requests.orcid, requests.openalex], [1, 2, 1]);
    const [job] = await jobsOf(installation, [orcid]);
    assert.deepEqual([job?.status, job?.counts.found], ['succeeded', 3]);
    const { state } = await loadState(installation.events, personAggregate, 'org', orcid);
    assert.equal(state.status !== 'absent' && state.name?.value, 'Josiah Carberry');
    assert.equal((await tally(installation, 'publication-')).AuthorUnlinked, undefined);
  }),
);

harvesting('requests each list once for a person whose last job omitted a work', () =>
  on({ people: 2, papers: 2 }, async ({ night, publish, counted, orcids, installation }) => {
    publish(orcids[0] ?? '', '10.5555/new');
    const describe: Providers['describe'] = (provider, doi, ...asking) => {
      if (doi === '10.5555/new') throw new ProviderUnavailable(provider, 'not_json', 'returns invalid JSON');
      return installation.providers.describe(provider, doi, ...asking);
    };
    const broken = { ...installation, providers: { ...installation.providers, describe } };
    const [job] = await ingestAll(broken, orcids.slice(0, 1));
    assert.deepEqual([job?.status, job?.counts.failed], ['succeeded', 1]);
    counted();
    const { queued, requests } = await night();
    assert.deepEqual(queued, orcids.slice(0, 1));
    assert.deepEqual([requests.person, requests.orcid, requests.openalex], [2, 2, 2]);
  }),
);

harvesting('queues a job for a person who could not be checked, and continues with the others', () =>
  on({ people: 3, papers: 2 }, async ({ run, night, fail, orcids, dois, counted }) => {
    fail(orcids[0] ?? '', dois[0] ?? '');
    const { queued, failed, unchanged } = await run();
    assert.deepEqual([queued, failed, unchanged], [[orcids[0]], 2, { people: 2, publications: 1 }]);
    fail();
    counted();
    const next = await night();
    assert.deepEqual([next.queued, next.failed, next.requests.crossref], [[], 0, 2]);
  }),
);

harvesting('that cannot queue a person continues with the others', () =>
  on({ people: 3, papers: 1 }, async ({ run, fail, orcids, installation }) => {
    const [orcid = ''] = orcids;
    fail(orcid);
    const append: EventStore['append'] = (stream, ...rest) => {
      if (stream === `ingestion-org~${orcid}`) throw new Refused('unavailable', 'later_release', 'upgrade');
      return installation.events.append(stream, ...rest);
    };
    const { queued, failed, unchanged } = await run({ ...installation, events: { ...installation.events, append } });
    assert.deepEqual([queued, failed, unchanged.people], [[], 2, 2]);
  }),
);

harvesting('skips archived people until they are unarchived', () =>
  on({ people: 2, papers: 1 }, async ({ night, publish, orcids: [orcid = ''], installation }) => {
    const set = (type: 'ArchivePerson' | 'UnarchivePerson') =>
      handle(
        installation,
        personAggregate,
        orcid,
        { type },
        newCaller(installation.ids, 'org', installation.caller.actor),
      );
    await set('ArchivePerson');
    publish(orcid, '10.5555/new');
    const { queued, unchanged, requests } = await night();
    assert.deepEqual([queued, unchanged.people, requests.person], [[], 1, 1]);
    await set('UnarchivePerson');
    assert.deepEqual((await night()).queued, [orcid]);
  }),
);
