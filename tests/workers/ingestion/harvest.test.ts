/** A harvest looks by iD and by DOI: only what changed, or could not be looked at, leaves events of its own. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { loadState } from '../../../commands/aggregate.ts';
import { createWorkspace } from '../../../commands/bootstrap.ts';
import { newCaller } from '../../../commands/caller.ts';
import { everyRecord } from '../../../commands/every-record.ts';
import { erasePerson } from '../../../commands/erase-person.ts';
import { personAggregate } from '../../../commands/person.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import type { NewEvent } from '../../../commands/ports.ts';
import { resetData } from '../../../commands/site-tools/reset-data.ts';
import type { FoundUnchanged } from '../../../domain/harvest/events.ts';
import type { Recorded } from '../../../domain/event.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { HOUR_MS } from '../../../domain/ingestion/schedule.ts';
import { publicPublication } from '../../../projections/queries/public-publications.ts';
import { latestJobs } from '../../../projections/queries/ingestions.ts';
import { timelinePage } from '../../../projections/queries/timeline.ts';
import { timeline } from '../../../projections/timeline/index.ts';
import { harvestOnce } from '../../../workers/ingestion/harvest/index.ts';
import type { Harvested } from '../../../workers/ingestion/harvest/run.ts';
import { forgetAsked } from '../../../workers/ingestion/memory.ts';
import { ProviderUnavailable, type Providers } from '../../../workers/ingestion/ports.ts';
import { endedJobs, ingestAll, jobsOf, tally } from '../../support/ingesting.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { institute, type Institute, type InstituteOptions } from '../../support/institute.ts';
import { newEvent } from '../../support/new-event.ts';
import { suite } from '../../support/suite.ts';

const harvesting = suite('a harvest');
const OPTIONS = { shards: 4 };

const ANYTHING = {
  ...{ workspace: 'org', from: null, to: null, type: null, severity: null, status: null },
  ...{ actorIds: null, actorType: null, correlationId: null, sought: [] },
} as const;

type Night = Harvested & { readonly asked: ReturnType<Institute['counted']> };

type Stage = Institute & {
  readonly installation: Installation;
  /** The run of a night, 24 hours after the one before. */
  readonly run: (installation?: Installation, signal?: AbortSignal) => Promise<Harvested>;
  /** The same with the jobs that it queued, and the requests of both. */
  readonly night: () => Promise<Night>;
  readonly hoursLater: (hours: number) => void;
};

const inWorkspace = (installation: Installation, workspace: string): Installation => ({
  ...installation,
  caller: { ...installation.caller, workspace },
});

/** All people have been ingested by staff, and what that took is not counted. */
const on = async (
  options: Pick<InstituteOptions, 'people' | 'papers' | 'describer'>,
  test: (stage: Stage) => Promise<void>,
): Promise<void> => {
  const opened = await openInstallation({ matching: false });
  let later = 0;
  const now = (): number => Date.now() + later;
  const told = institute({ ...options, now });
  const installation = { ...opened, clock: { now }, providers: told.providers };
  try {
    await ingestAll(installation, told.orcids);
    told.counted();
    const run = async (at: Installation = installation, signal?: AbortSignal): Promise<Harvested> => {
      later += 24 * HOUR_MS;
      const runs = await harvestOnce(at, { ...OPTIONS, ...(signal === undefined ? {} : { signal }) });
      for (const { workspace, queued } of runs)
        if (queued.length > 0 && signal === undefined) waiting.push([workspace, queued]);
      return runs.find(({ workspace }) => workspace === 'org') ?? assert.fail('no run');
    };
    const waiting: (readonly [workspace: string, orcids: readonly string[]])[] = [];
    await test({
      ...told,
      installation,
      run,
      hoursLater: (hours) => {
        later += hours * HOUR_MS;
      },
      night: async () => {
        const harvested = await run();
        for (const [workspace, orcids] of waiting.splice(0))
          await endedJobs(inWorkspace(installation, workspace), orcids);
        await installation.settled();
        return { ...harvested, asked: told.counted() };
      },
    });
  } finally {
    await opened.stop();
  }
};

const unchangedIn = async ({ events }: Installation): Promise<readonly Recorded<FoundUnchanged>[]> => {
  const found: Recorded<FoundUnchanged>[] = [];
  for await (const event of events.readAll())
    if (event.type === 'FoundUnchanged') found.push(event as Recorded<FoundUnchanged>);
  return found;
};

harvesting('of 20 co-authors and 30 papers that did not change is one event', () =>
  on({ people: 20, papers: 30 }, async ({ night, installation, orcids, dois }) => {
    const before = await installation.events.head();
    const { queued, unchanged, asked } = await night();
    assert.deepEqual([queued, unchanged], [[], { people: 20, publications: 30 }]);
    assert.deepEqual(asked, {
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

harvesting('asks conditionally for lists, and for no DOI before it is due', () =>
  on({ people: 2, papers: 3 }, async ({ night }) => {
    const described: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { asked, unchanged } = await night();
      described.push(asked.crossref);
      // OpenAlex, which gives no validators, sends its lists whole.
      assert.deepEqual([asked.person, asked.orcid, asked.openalex, asked.wholeLists], [2, 2, 2, 2]);
      assert.equal(unchanged.people, 2);
    }
    assert.deepEqual(described, [3, 3, 0, 3, 0]);
  }),
);

harvesting('describes in the next run what Crossref has changed before it is due, and asks once about 50 DOIs', () =>
  on({ people: 1, papers: 120 }, async ({ night, correct, dois: [doi = ''], installation }) => {
    const asked: (readonly [described: number, changes: number])[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { crossref, changes } = (await night()).asked;
      asked.push([crossref, changes]);
    }
    assert.deepEqual(asked, [
      [120, 0],
      [120, 0],
      [0, 3],
    ]);
    // Not due before the eighth night.
    for (let n = 0; n < 2; n += 1) await night();
    correct(doi);
    const { asked: after, changed, unchanged } = await night();
    assert.deepEqual([after.crossref, after.changes, changed, unchanged.publications], [1, 3, 1, 0]);
    const { state } = await loadState(installation.events, publicationAggregate, 'org', doi);
    assert.match(String(state.status !== 'absent' && state.original.title), /corrected/u);
    // It changed, so it is due after one interval; the others wait.
    assert.deepEqual((await night()).asked.crossref, 1);
  }),
);

harvesting('asks what has changed only of what Crossref describes and is not due', () =>
  on(
    { people: 1, papers: 4, describer: (doi) => (doi.endsWith('0') ? 'crossref' : 'datacite') },
    async ({ run, installation, dois: [doi] }) => {
      const about: (readonly string[])[] = [];
      const changedSince: Providers['changedSince'] = (asked, asking) => {
        about.push([...asked.keys()]);
        return installation.providers.changedSince(asked, asking);
      };
      const watched = { ...installation, providers: { ...installation.providers, changedSince } };
      for (let n = 0; n < 3; n += 1) await run(watched);
      assert.deepEqual(about, [[doi]]);
    },
  ),
);

const unableToSay = (
  code: string,
  { installation }: Stage,
): { readonly broken: Installation; readonly asked: () => number } => {
  let asked = 0;
  const changedSince: Providers['changedSince'] = () => {
    asked += 1;
    return Promise.reject(new ProviderUnavailable('crossref', code, 'is not to be had'));
  };
  return { broken: { ...installation, providers: { ...installation.providers, changedSince } }, asked: () => asked };
};

for (const code of ['server_error', 'rate_limited', 'timeout', 'refused', 'not_json', 'unexpected_shape'])
  harvesting(`goes on by the schedule when Crossref cannot say what has changed (${code})`, () =>
    on({ people: 1, papers: 2 }, async (stage) => {
      const { run, counted, cite, dois } = stage;
      const { broken, asked } = unableToSay(code, stage);
      for (let n = 0; n < 2; n += 1) await run(broken);
      counted();
      cite(dois[0] ?? '', 7);
      const quiet = await run(broken);
      assert.deepEqual([quiet.isDone, quiet.failed, quiet.changed, asked(), counted().crossref], [true, 0, 1, 1, 0]);
      const { isDone, unchanged } = await run(broken);
      assert.deepEqual([isDone, unchanged.publications, asked(), counted().crossref], [true, 2, 1, 2]);
    }),
  );

harvesting('comes to its end in one run while Crossref never says what has changed, and soon leaves off asking', () =>
  on({ people: 1, papers: 320 }, async (stage) => {
    const { run, counted, cite, dois } = stage;
    const { broken, asked } = unableToSay('refused', stage);
    for (let n = 0; n < 2; n += 1) await run(broken);
    counted();
    cite(dois.at(-1) ?? '', 7);
    const { isDone, changed } = await run(broken);
    assert.deepEqual([isDone, changed, asked(), counted().crossref], [true, 1, 5, 0]);
  }),
);

harvesting('reports what breaks as it is asked what has changed, and goes on', () =>
  on({ people: 1, papers: 2 }, async ({ run, counted, installation }) => {
    const changedSince = (): Promise<never> => Promise.reject(new TypeError('a fault of our own'));
    const broken = { ...installation, providers: { ...installation.providers, changedSince } };
    for (let n = 0; n < 2; n += 1) await run(broken);
    counted();
    const { isDone, failed } = await run(broken);
    assert.deepEqual([isDone, failed, counted().facts], [true, 1, 1]);
  }),
);

harvesting('requests nothing that a job has requested since Crossref was asked what has changed', () =>
  on({ people: 1, papers: 2 }, async ({ run, counted, dois, orcids, installation }) => {
    const changedSince: Providers['changedSince'] = async () => {
      await ingestAll(installation, orcids);
      assert.equal(counted().crossref, 2);
      return new Set(dois);
    };
    for (let n = 0; n < 2; n += 1) await run();
    await run({ ...installation, providers: { ...installation.providers, changedSince } });
    assert.equal(counted().crossref, 0);
  }),
);

harvesting('moves when people and publications were last seen, and never who they are', () =>
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
    const { skipped } = await queueIngestions(installation, queue, newCaller(installation.ids, 'org', installation.caller.actor)); // prettier-ignore
    assert.deepEqual([...new Set(skipped.map(({ reason }) => reason))], ['already_ingested']);
  }),
);

harvesting('gives a job to whose list changed, which asks only for the new DOI', () =>
  on({ people: 3, papers: 4 }, async ({ night, publish, orcids, installation }) => {
    await night();
    publish(orcids[1] ?? '', '10.5555/new');
    const { queued, unchanged, asked } = await night();
    assert.deepEqual([queued, unchanged.people, asked.crossref], [[orcids[1]], 2, 5]);
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
      const { queued, asked } = await night();
      assert.deepEqual([...queued].sort(), [...orcids].sort());
      assert.deepEqual([asked.person, asked.orcid, asked.openalex], [20, 20, 20], source);
      assert.ok(asked.crossref <= 32, source);
      const jobs = await jobsOf(installation, orcids);
      assert.deepEqual([...new Set(jobs.map(({ status }) => status))], ['succeeded']);
    }
    assert.equal((await tally(installation, 'publication-')).PublicationAdded, 32);
  }),
);

harvesting('takes a new name from the ORCID record, and requests again only the list that said "not modified"', () =>
  on({ people: 1, papers: 3 }, async ({ night, rename, orcids: [orcid = ''], installation }) => {
    rename(orcid, 'Josiah Carberry');
    const { asked } = await night();
    assert.deepEqual([asked.person, asked.orcid, asked.openalex], [1, 2, 1]);
    const [job] = await jobsOf(installation, [orcid]);
    assert.deepEqual([job?.status, job?.counts.found], ['succeeded', 3]);
    const { state } = await loadState(installation.events, personAggregate, 'org', orcid);
    assert.equal(state.status !== 'absent' && state.name?.value, 'Josiah Carberry');
    assert.equal((await tally(installation, 'publication-')).AuthorUnlinked, undefined);
  }),
);

harvesting('requests each list once for a person whose last job left a work out', () =>
  on({ people: 2, papers: 2 }, async ({ night, publish, counted, orcids, installation }) => {
    publish(orcids[0] ?? '', '10.5555/new');
    const describe: Providers['describe'] = (provider, doi, ...asking) => {
      if (doi === '10.5555/new') throw new ProviderUnavailable(provider, 'not_json', 'answers what is not JSON');
      return installation.providers.describe(provider, doi, ...asking);
    };
    const broken = { ...installation, providers: { ...installation.providers, describe } };
    const [job] = await ingestAll(broken, orcids.slice(0, 1));
    assert.deepEqual([job?.status, job?.counts.failed], ['succeeded', 1]);
    counted();
    const { queued, asked } = await night();
    assert.deepEqual(queued, orcids.slice(0, 1));
    assert.deepEqual([asked.person, asked.orcid, asked.openalex], [2, 2, 2]);
  }),
);

harvesting('that is cut off in a job leaves it to the next worker, and no attempt is lost', () =>
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

harvesting('records what changed about a DOI, without a job', () =>
  on({ people: 3, papers: 4 }, async ({ night, correct, cite, dois, installation }) => {
    correct(dois[0] ?? '');
    cite(dois[1] ?? '', 7);
    const { queued, changed, unchanged } = await night();
    assert.deepEqual([queued, changed, unchanged], [[], 2, { people: 3, publications: 2 }]);
    const { PublicationRefreshed, CitationCountChanged } = await tally(installation, 'publication-');
    assert.deepEqual([PublicationRefreshed, CitationCountChanged], [1, 1]);
  }),
);

harvesting('gives a job to who could not be looked at, and goes on with the others', () =>
  on({ people: 3, papers: 2 }, async ({ run, night, fail, orcids, dois, counted }) => {
    fail(orcids[0] ?? '', dois[0] ?? '');
    const { queued, failed, unchanged } = await run();
    assert.deepEqual([queued, failed, unchanged], [[orcids[0]], 2, { people: 2, publications: 1 }]);
    fail();
    counted();
    const next = await night();
    assert.deepEqual([next.queued, next.failed, next.asked.crossref], [[], 0, 2]);
  }),
);

harvesting('that cannot queue a person, since a later release wrote their stream, goes on with the others', () =>
  on({ people: 3, papers: 1 }, async ({ run, fail, orcids, installation }) => {
    const [orcid = ''] = orcids;
    const later = { ...newEvent(1), type: 'IngestionForeseen', data: { jobId: 'later' } } as unknown as NewEvent;
    await installation.events.append(`ingestion-org~${orcid}`, [later], 'any');
    fail(orcid);
    const { queued, failed, unchanged } = await run();
    assert.deepEqual([queued, failed, unchanged.people], [[], 2, 2]);
  }),
);

harvesting('rests in an outage, and goes on when it is over', () =>
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
    assert.deepEqual([counted().person, (await unchangedIn(installation)).length], [0, 2]);
  }),
);

harvesting('that was cut off goes on, and asks nothing twice', () =>
  on({ people: 30, papers: 3 }, async ({ run, counted, installation }) => {
    let asked = 0;
    const cut = new AbortController();
    const person: Providers['person'] = (...asking) => {
      asked += 1;
      if (asked === 25) cut.abort(new Error('the process ends'));
      return installation.providers.person(...asking);
    };
    const first = await run({ ...installation, providers: { ...installation.providers, person } }, cut.signal);
    assert.ok(!first.isDone);
    counted();
    const [resumed] = await harvestOnce(installation, OPTIONS);
    assert.deepEqual([resumed?.isDone, resumed?.run === first.run, resumed?.queued], [true, true, []]);
    // What was being asked when it was cut off is asked again.
    assert.ok(counted().person <= 10);
    const people = (await unchangedIn(installation)).flatMap(({ data }) => Object.keys(data.people));
    assert.equal(new Set(people).size, 30);
  }),
);

harvesting('leaves nothing under way when a store is away', () =>
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

harvesting('happens once an interval', () =>
  on({ people: 1, papers: 1 }, async ({ run, hoursLater, installation }) => {
    await run();
    hoursLater(23);
    assert.deepEqual(await harvestOnce(installation, OPTIONS), []);
    hoursLater(1);
    assert.equal((await harvestOnce(installation, OPTIONS)).length, 1);
  }),
);

harvesting('asks for two workspaces once', () =>
  on({ people: 3, papers: 4 }, async ({ night, installation, orcids, correct, dois, counted }) => {
    await createWorkspace(installation, 'other', 'Other');
    await ingestAll(inWorkspace(installation, 'other'), orcids);
    counted();
    correct(dois[0] ?? '');
    const { asked, unchanged } = await night();
    assert.deepEqual([asked.person, asked.orcid, asked.openalex], [3, 3, 3]);
    // Both request the one that changed.
    assert.deepEqual([asked.crossref, unchanged], [5, { people: 3, publications: 3 }]);
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

harvesting('brings back what a reset took away', () =>
  on({ people: 2, papers: 3 }, async ({ night, installation, dois, orcids }) => {
    await night();
    const targets = (async function* () {
      for (const id of dois) yield await Promise.resolve({ shard: 0, kind: 'publication', id } as const);
    })();
    const caller = newCaller(installation.ids, 'org', installation.caller.actor);
    await resetData(installation, { targets, shards: 1, dryRun: false }, caller);
    await installation.settled();
    const { queued, asked } = await night();
    assert.deepEqual([[...queued].sort(), asked.crossref], [[...orcids].sort(), 3]);
    assert.equal((await publicPublication(installation.readModels, dois[0] ?? ''))?.body !== undefined, true);
  }),
);

harvesting('gives everyone a job when what was remembered is lost, and changes nothing', () =>
  on({ people: 3, papers: 4 }, async ({ night, installation, orcids }) => {
    const before = await tally(installation, 'publication-');
    for await (const { key } of everyRecord(installation.state, 'asked/')) await installation.state.remove(key);
    const { queued, asked } = await night();
    assert.deepEqual([queued.length, asked.person, asked.crossref], [orcids.length, 3, 4]);
    assert.deepEqual(await tally(installation, 'publication-'), before);
    assert.deepEqual((await night()).queued, []);
  }),
);

harvesting('knows nothing of who was erased, and says nothing of them', () =>
  on({ people: 2, papers: 1 }, async ({ run, night, installation, orcids: [erased = '', other] }) => {
    await night();
    // They are erased between the look and its event.
    const erase = async (): Promise<void> => {
      await erasePerson(installation, erased, newCaller(installation.ids, 'org', installation.caller.actor));
      await forgetAsked(installation.state, 'org', erased);
    };
    let isErased = false;
    const facts: Providers['facts'] = async (...asked) => {
      if (!isErased) await erase();
      isErased = true;
      return installation.providers.facts(...asked);
    };
    await run({ ...installation, providers: { ...installation.providers, facts } });
    await installation.settled();
    assert.ok(isErased && (await unchangedIn(installation)).at(-1)?.data.people[erased] !== undefined);
    const [job] = await latestJobs(installation.readModels, 'org', [erased]);
    assert.deepEqual([job?.status, job?.unchanged_at], ['none', null]);
    for await (const { key } of everyRecord(installation.state, 'asked/')) assert.ok(!key.includes(erased), key);
    const rows = await installation.readModels.find(timeline, { where: { all: [], terms: [erased] }, limit: 100 });
    assert.ok(rows.every(({ type }) => type !== 'FoundUnchanged'));

    const { queued, unchanged } = await night();
    assert.deepEqual([queued, unchanged.people], [[], 1]);
    assert.deepEqual(Object.keys((await unchangedIn(installation)).at(-1)?.data.people ?? {}), [other]);
  }),
);
