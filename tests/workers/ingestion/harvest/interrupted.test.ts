/** A harvest that is interrupted, meets an outage or has lost its cache continues, and changes nothing. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { newCaller } from '../../../../commands/caller.ts';
import { orcidUnchangedAt } from '../../../../commands/last-checks.ts';
import { everyRecord } from '../../../../commands/every-record.ts';
import { resetData } from '../../../../commands/site-tools/reset-data.ts';
import { Unavailable } from '../../../../domain/errors.ts';
import { withWorkspaces } from '../../../../projections/queries/members.ts';
import { publicPublication } from '../../../../projections/queries/public-items.ts';
import { harvestOnce } from '../../../../workers/ingestion/harvest/index.ts';
import type { Providers } from '../../../../workers/ingestion/ports.ts';
import { endedJobs, ingestAll, jobsOf, tally } from '../../../support/ingesting.ts';
import type { Installation } from '../../../support/installation.ts';
import { suite } from '../../../support/suite.ts';
import { on, OPTIONS } from './stage.ts';

const harvesting = suite('a harvest');

harvesting('that is interrupted in a job leaves it to the next worker without losing an attempt', () =>
  on({ people: 1, papers: 2 }, async ({ run, publish, orcids, installation }) => {
    publish(orcids[0] ?? '', '10.5555/new');
    const cut = new AbortController();
    const describe: Providers['describe'] = (...asking) => {
      cut.abort(new Error('the process ends'));
      return installation.providers.describe(...asking);
    };
    await run({ ...installation, providers: { ...installation.providers, describe } }, cut.signal);
    assert.equal((await jobsOf(installation, orcids))[0]?.status, 'processing');
    const [job] = await endedJobs(installation, orcids);
    assert.deepEqual([job?.status, job?.attempt, job?.counts.created], ['succeeded', 1, 1]);
  }),
);

harvesting('pauses in an outage, and continues when it is over', () =>
  on({ people: 4, papers: 30 }, async ({ run, fail, dois, hoursLater, counted, installation }) => {
    fail(...dois);
    const { isDone, unchanged } = await run();
    assert.deepEqual([isDone, unchanged], [false, { people: 4, publications: 0 }]);
    counted();
    assert.deepEqual(await harvestOnce(installation, OPTIONS), []);
    fail();
    hoursLater(1);
    const [resumed] = await harvestOnce(installation, OPTIONS);
    assert.deepEqual([resumed?.isDone, resumed?.unchanged], [true, { people: 0, publications: 30 }]);
    assert.equal(counted().person, 0);
  }),
);

harvesting('does not pause until a time from a wrong clock', () =>
  on({ people: 1, papers: 10 }, async ({ run, fail, dois, hoursLater, installation }) => {
    fail(...dois);
    hoursLater(24 * 365);
    assert.ok(!(await run()).isDone);
    hoursLater(-24 * 365);
    fail();
    const [resumed] = await harvestOnce(installation, OPTIONS);
    assert.ok(resumed?.isDone);
  }),
);

harvesting('that was interrupted resumes, and requests nothing twice', () =>
  on({ people: 30, papers: 3 }, async ({ run, counted, installation, orcids }) => {
    let requests = 0;
    const cut = new AbortController();
    const person: Providers['person'] = (...asking) => {
      requests += 1;
      if (requests === 25) cut.abort(new Error('the process ends'));
      return installation.providers.person(...asking);
    };
    const first = await run({ ...installation, providers: { ...installation.providers, person } }, cut.signal);
    assert.ok(!first.isDone);
    counted();
    const [resumed] = await harvestOnce(installation, OPTIONS);
    assert.deepEqual([resumed?.isDone, resumed?.run === first.run, resumed?.queued], [true, true, []]);
    // Requests in progress at the interruption are repeated.
    assert.ok(counted().person <= 10);
    for (const orcid of orcids) assert.ok((await orcidUnchangedAt(installation.state, 'org', orcid)) !== null);
  }),
);

/** Deletes the publications, as an administrator does by resetting the workspace's data. */
const reset = async (installation: Installation, dois: readonly string[]): Promise<void> => {
  const targets = (async function* () {
    for (const id of dois) yield await Promise.resolve({ shard: 0, kind: 'publication', id } as const);
  })();
  const caller = newCaller(installation.ids, 'org', installation.caller.actor);
  await resetData(withWorkspaces(installation), { targets, shards: 1, dryRun: false }, caller);
  await installation.settled();
};

/** The data are reset once the first list has arrived. */
const resetAfterFirst = (providers: Providers, reset: () => Promise<void>): Providers => {
  let isReset = false;
  return {
    ...providers,
    list: async (...args) => {
      const answer = await providers.list(...args);
      if (!isReset) {
        isReset = true;
        await reset();
      }
      return answer;
    },
  };
};

harvesting('restores what a reset removed', () =>
  on({ people: 2, papers: 3 }, async ({ night, installation, dois, orcids }) => {
    await night();
    await reset(installation, dois);
    const { queued, requests } = await night();
    assert.deepEqual([[...queued].sort(), requests.crossref], [[...orcids].sort(), 3]);
    assert.equal((await publicPublication(installation.readModels, dois[0] ?? ''))?.body !== undefined, true);
  }),
);

harvesting('restores what a reset removed while it ran', () =>
  on({ people: 2, papers: 3 }, async ({ run, night, providers, installation, dois, orcids }) => {
    await night();
    const { unchanged } = await run({
      ...installation,
      providers: resetAfterFirst(providers, () => reset(installation, dois)),
    });
    assert.equal(unchanged.people, 2);
    assert.deepEqual([...(await night()).queued].sort(), [...orcids].sort());
  }),
);

harvesting('restores what a reset removed while a job ran', () =>
  on({ people: 1, papers: 3 }, async ({ night, providers, installation, dois, orcids }) => {
    await ingestAll(
      { ...installation, providers: resetAfterFirst(providers, () => reset(installation, dois)) },
      orcids,
    );
    assert.deepEqual((await night()).queued, orcids);
  }),
);

harvesting('restores what a reset removed before it was interrupted', () =>
  on({ people: 2, papers: 3 }, async ({ night, installation, dois, orcids }) => {
    await night();
    let appended = 0;
    const append: Installation['events']['append'] = (stream, ...args) => {
      appended += 1;
      return stream.startsWith('site-') || appended > 2
        ? Promise.reject(new Unavailable('event store', 'away'))
        : installation.events.append(stream, ...args);
    };
    await reset({ ...installation, events: { ...installation.events, append } }, dois);
    await installation.settled();
    assert.deepEqual([...(await night()).queued].sort(), [...orcids].sort());
    assert.deepEqual((await night()).queued, []);
  }),
);

const MONTH = 24 * 30;

harvesting('restores once what was reset by a process whose clock was ahead', () =>
  on({ people: 2, papers: 3 }, async ({ night, hoursLater, installation, dois, orcids }) => {
    hoursLater(MONTH);
    await reset(installation, dois);
    hoursLater(-MONTH);
    assert.deepEqual([...(await night()).queued].sort(), [...orcids].sort());
    assert.deepEqual((await night()).queued, []);
  }),
);

harvesting('restores what was reset after a job of a worker whose clock was ahead', () =>
  on({ people: 2, papers: 3 }, async ({ night, hoursLater, installation, dois, orcids }) => {
    hoursLater(MONTH);
    await ingestAll(installation, orcids);
    hoursLater(-MONTH);
    await reset(installation, dois);
    assert.deepEqual([...(await night()).queued].sort(), [...orcids].sort());
  }),
);

harvesting('queues a job for everyone when its cache is lost, and changes nothing', () =>
  on({ people: 3, papers: 4 }, async ({ night, installation, orcids }) => {
    const before = await tally(installation, 'publication-');
    for await (const { key } of everyRecord(installation.state, 'asked/')) await installation.state.remove(key);
    const { queued, requests } = await night();
    assert.deepEqual([queued.length, requests.person, requests.crossref], [orcids.length, 3, 4]);
    assert.deepEqual(await tally(installation, 'publication-'), before);
    assert.deepEqual((await night()).queued, []);
  }),
);

harvesting('leaves no work in progress when a store is down', () =>
  on({ people: 1, papers: 2 }, async ({ installation, providers, run, dois: [slow, broken] }) => {
    let underWay = 0;
    const describe: Providers['describe'] = async (provider, doi, ...rest) => {
      underWay += 1;
      if (doi === slow) await pause(100);
      return providers.describe(provider, doi, ...rest).finally(() => (underWay -= 1));
    };
    const put: Installation['state']['put'] = (key, ...rest) =>
      key.endsWith(broken ?? '')
        ? Promise.reject(new Unavailable('state', 'away'))
        : installation.state.put(key, ...rest);
    const state = { ...installation.state, put };
    await assert.rejects(run({ ...installation, state, providers: { ...providers, describe } }), Unavailable);
    assert.equal(underWay, 0);
  }),
);
