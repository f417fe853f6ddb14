/** Providers that time out or trickle, one after another: each attempt of a job ends within its total time. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '../../../domain/ingestion/state.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { importDoi } from '../../../workers/ingestion/import-doi.ts';
import type { TimeBudgetOptions } from '../../../workers/ingestion/ports.ts';
import { runIngestionWorker } from '../../../workers/ingestion/worker.ts';
import { inventedOrcid } from '../../support/history/papers.ts';
import { hostileProviders, respondWith, type Answer, type HostileProviders } from '../../support/hostile-providers.ts';
import { jobsOf } from '../../support/ingesting.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';
import { noWaits } from '../../support/silent.ts';

const timeBudget = suite('a job that providers keep waiting', { timeoutMs: 60_000 });
let providers: HostileProviders;
let installation: Installation;
let people = 700;

timeBudget.before(async () => {
  providers = await hostileProviders();
  installation = await openInstallation({ urls: providers.urls, matching: false });
});
timeBudget.after(async () => {
  await installation.stop();
  await providers.close();
});

/** The job after its first attempt. */
const attempted = async (
  answers: Readonly<Record<string, Answer>>,
  options: TimeBudgetOptions,
  where = installation,
): Promise<Job> => {
  providers.forget();
  for (const [containing, how] of Object.entries(answers)) providers.answer(containing, how);
  const orcid = inventedOrcid((people += 1));
  const caller = { ...where.caller, commandId: where.ids.next() };
  const { jobs } = await queueIngestions(where, { orcids: [orcid], triggerSource: 'cli', shards: 4 }, caller);
  // Meanwhile, jobs of other tests wait for their next attempt.
  const only = { workspace: caller.workspace, jobs };
  const done = new AbortController();
  const working = runIngestionWorker(
    { ...where, timeBudget: options },
    { name: 'w', signal: done.signal, waits: noWaits, only },
  );
  try {
    for (;;) {
      const [job] = await jobsOf(where, [orcid]);
      if (job !== undefined && job.attempt > 0 && job.status !== 'processing') return job;
      await pause(10);
    }
  } finally {
    done.abort();
    await working;
    await where.settled();
  }
};

const silent: Answer = () => undefined;
const NOTHING = respondWith({ meta: { count: 0, next_cursor: null }, results: [] });
/** The works on the ORCID list. */
const listing = (count: number): Readonly<Record<string, Answer>> => ({
  '/works': respondWith(works(count)),
  'author.orcid': NOTHING,
  'filter=doi': NOTHING,
});
const works = (count: number) => ({
  group: Array.from({ length: count }, (_, n) => ({
    'external-ids': {
      'external-id': [
        {
          'external-id-type': 'doi',
          'external-id-value': `10.5555/waits.${people}.${n}`,
          'external-id-relationship': 'self',
        },
      ],
    },
    'work-summary': [{ 'put-code': n + 1, title: { title: { value: `Listed ${n}` } } }],
  })),
});
const recordOf = (url: string | undefined) => {
  const DOI = decodeURIComponent(url ?? '')
    .split('/works/')[1]
    ?.split('?')[0];
  return { message: { DOI, type: 'journal-article', title: ['T'] } };
};
const drip: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const dripping = setInterval(() => response.write(' '), 10);
  response.once('close', () => clearInterval(dripping));
};
const after =
  (ms: number): Answer =>
  (response, request) =>
    void setTimeout(() => respondWith(recordOf(request.url))(response, request), ms);

timeBudget('is requeued with a reason when the first provider does not respond', async () => {
  const job = await attempted({ '/orcid/': silent }, { jobMs: 200, promptMs: 50 });
  assert.deepEqual([job.status, job.attempt, job.error?.code], ['queued', 1, 'timeout']);
  assert.match(job.error?.message ?? '', /^orcid: kept the job waiting/u);
});

timeBudget('requests nothing more once several providers have used up its time', async () => {
  const job = await attempted(
    { ...listing(40), 'filter=doi': silent, '/crossref/': silent, '/datacite/': silent },
    { jobMs: 200, promptMs: 50 },
  );
  assert.deepEqual([job.status, job.attempt, job.counts.failed], ['queued', 1, 40]);
  assert.equal(job.works?.length, 40, 'every work is retried');
  assert.match(job.error?.message ?? '', /40 works could not be fetched/u);
  assert.deepEqual(
    providers.requested.filter((url) => url.startsWith('/crossref/')),
    [],
    'Crossref gets none of the time that OpenAlex has used up',
  );
});

timeBudget('is requeued in time when it waits behind requests of others without a response', async () => {
  const narrow = await openInstallation({ urls: providers.urls, matching: false, concurrency: 1 });
  const given = new AbortController();
  providers.answer('/crossref/', silent);
  const other = narrow.providers.describe('crossref', '10.5555/before', null, given.signal);
  try {
    const job = await attempted({ ...listing(40), '/crossref/': silent }, { jobMs: 200, promptMs: 50 }, narrow);
    assert.deepEqual([job.status, job.attempt, job.counts.failed], ['queued', 1, 40]);
    assert.deepEqual(
      providers.requested.filter((url) => url.startsWith('/crossref/') && !url.includes('10.5555/before')),
      [],
      'its turn has not come',
    );
  } finally {
    given.abort(new Error('given up'));
    await assert.rejects(other, { message: 'given up' });
    await narrow.stop();
  }
});

timeBudget('keeps what arrived, and retries responses that trickle in too slowly', async () => {
  const answered = 16;
  let requests = 0;
  const job = await attempted(
    {
      ...listing(64),
      '/crossref/': (response, request) => {
        requests += 1;
        if (requests <= answered) respondWith(recordOf(request.url))(response, request);
        else drip(response, request);
      },
    },
    { jobMs: 1_000, promptMs: 1_000 },
  );
  assert.deepEqual([job.status, job.attempt], ['queued', 1], JSON.stringify(job).slice(0, 1500));
  assert.deepEqual(
    [job.counts.created, job.counts.failed, job.works?.length],
    [answered, 64 - answered, 64 - answered],
  );
  assert.ok(requests <= answered + 16, `${requests} were requested: no requests are made once the time is over`);
});

timeBudget('continues as long as it gets responses', async () => {
  const job = await attempted({ ...listing(64), '/crossref/': after(100) }, { jobMs: 1, promptMs: 10_000 });
  assert.deepEqual([job.status, job.counts.created], ['succeeded', 64], JSON.stringify(job).slice(0, 1500));
});

timeBudget('ends too if it is an import of one DOI', async () => {
  providers.forget();
  providers.answer('/crossref/', silent);
  const deps = { ...installation, timeBudget: { jobMs: 100, promptMs: 50 } };
  await assert.rejects(importDoi(deps, { doi: '10.5555/waits' }, installation.caller, new AbortController().signal), {
    name: 'Unavailable',
    message: /kept the job waiting/u,
    inWords: 'Crossref cannot be reached at the moment',
  });
});

timeBudget('of a DOI whose record is unusable states the reason', async () => {
  providers.forget();
  providers.answer('/crossref/', respondWith(`{"message":{"x":${'['.repeat(100)}${']'.repeat(100)}}}`));
  await assert.rejects(
    importDoi(installation, { doi: '10.5555/deep' }, installation.caller, new AbortController().signal),
    { name: 'Unavailable', inWords: 'crossref: the answer is nested deeper than 64 levels' },
  );
});
