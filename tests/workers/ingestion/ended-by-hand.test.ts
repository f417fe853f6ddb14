/** Jobs that staff force-fail while a worker runs them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import type { Recorded } from '../../../domain/event.ts';
import { ORCIDS } from '../../../infra/demo/sample.ts';
import { randomIds } from '../../../infra/system.ts';
import type { Described, ListedWork, Providers } from '../../../workers/ingestion/ports.ts';
import { runIngestionWorker } from '../../../workers/ingestion/worker.ts';
import { collect } from '../../support/event-stores.ts';
import { jobsOf, tally } from '../../support/ingesting.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { listedAs } from '../../support/listed-as.ts';
import { providersThat } from '../../support/providers-that.ts';
import { suite } from '../../support/suite.ts';
import { noWaits } from '../../support/silent.ts';

const ORCID = '0000-0002-1825-0097';
/** More than twice as many as a worker records between progress reports. */
const MANY = 1_200;

const listed = (n: number): ListedWork => {
  const doi = `10.5555/pots.${n}`;
  const from = { provider: 'orcid', url: 'https://pub.orcid.org/v3.0/works' } as const;
  const summary = { type: 'article', title: `Pot ${n}`, DOI: doi } as const;
  return {
    source: 'orcid',
    dois: [doi],
    identifiers: [],
    fallbackKey: doi,
    summary,
    from,
    listedName: null,
  };
};
const described = (doi: string): Described => ({
  kind: 'described',
  csl: { type: 'article', title: doi, DOI: doi },
  source: { provider: 'crossref', url: `https://api.crossref.org/works/${doi}` },
  fetchedAt: Date.now(),
  retracts: [],
  retractedBy: [],
});

type Gated = { readonly providers: Providers; readonly requests: () => number; readonly open: () => void };

/** Lists this many works; from the `shutAt`-th on, responses are held until it is opened. */
const gated = (works: number, shutAt: number): Gated => {
  const gate = new AbortController();
  let requests = 0;
  return {
    requests: () => requests,
    open: () => gate.abort(),
    providers: providersThat({
      list: (source) =>
        Promise.resolve(listedAs(source === 'orcid' ? Array.from({ length: works }, (_, n) => listed(n)) : [])),
      describe: async (_provider, doi) => {
        requests += 1;
        if (requests >= shutAt && !gate.signal.aborted) await once(gate.signal, 'abort');
        return described(doi);
      },
    }),
  };
};

const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  for (let tries = 0; !(await holds()); tries += 1) {
    if (tries > 2_000) assert.fail(`never: ${what}`);
    await pause(10);
  }
};

const queue = async (installation: Installation, orcid = ORCID): Promise<string> => {
  const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
  const { jobs } = await queueIngestions(installation, { orcids: [orcid], triggerSource: 'cli', shards: 4 }, caller);
  return jobs[0]?.id ?? assert.fail('nothing was queued');
};

const endByHand = async (installation: Installation, jobId: string): Promise<void> => {
  const caller = newCaller(randomIds, 'org', { type: 'user', id: 'admin' });
  const error = { code: 'force_failed', message: 'hangs' };
  await handle(installation, ingestionAggregate, ORCID, { type: 'ForceFailIngestion', jobId, error }, caller);
};

const eventsOf = async ({ events }: Installation, jobId: string): Promise<readonly string[]> =>
  (await collect<Recorded>(events.readStream(ingestionAggregate.stream('org', ORCID)))).flatMap(({ type, data }) =>
    (data as { jobId?: string }).jobId === jobId ? [type] : [],
  );

const isIdle = async ({ state }: Installation): Promise<boolean> => (await state.list('lease/ingestion/')).length === 0;

const ended = suite('a force-failed job');

ended('remains failed when its worker finishes, and does not delay the next one', async () => {
  const installation = await openInstallation({ matching: false });
  const stop = new AbortController();
  const run = ({ providers }: Gated, name: string, job: string) =>
    runIngestionWorker(
      { ...installation, providers },
      { name, signal: stop.signal, waits: noWaits, only: { workspace: 'org', jobs: [{ id: job, orcid: ORCID }] } },
    );
  const [hanging, quick] = [gated(3, 1), gated(3, 99)];
  const running: Promise<void>[] = [];
  try {
    const first = await queue(installation);
    running.push(run(hanging, 'hanging', first));
    await until('the first worker is running', () => hanging.requests() === 3);
    await endByHand(installation, first);
    const second = await queue(installation);
    running.push(run(quick, 'quick', second));
    await until('the second job is done', async () => (await jobsOf(installation, [ORCID]))[0]?.status === 'succeeded');

    hanging.open();
    await until('the first worker is done', () => isIdle(installation));
    assert.deepEqual(await eventsOf(installation, first), [
      'IngestionQueued',
      'IngestionStarted',
      'IngestionForceFailed',
    ]);
    assert.equal((await eventsOf(installation, second)).at(-1), 'IngestionSucceeded');
    assert.equal((await tally(installation, 'publication-'))['PublicationAdded'], 3);
  } finally {
    hanging.open();
    stop.abort();
    await Promise.all(running);
    await installation.stop();
  }
});

ended('is not replaced by the next one for a worker that is to run only this one', async () => {
  const installation = await openInstallation({ matching: false });
  const stop = new AbortController();
  const [, other = ''] = ORCIDS;
  const ended = await queue(installation);
  await endByHand(installation, ended);
  const next = await queue(installation);
  const jobs = [
    { id: ended, orcid: ORCID },
    { id: await queue(installation, other), orcid: other },
  ];
  await installation.settled();
  const running = runIngestionWorker(
    { ...installation, providers: gated(1, 99).providers },
    { name: 'w', signal: stop.signal, waits: noWaits, only: { workspace: 'org', jobs } },
  );
  try {
    await until('the other job is done', async () => (await jobsOf(installation, [other]))[0]?.status === 'succeeded');
    stop.abort();
    await running;
    assert.deepEqual(await eventsOf(installation, next), ['IngestionQueued']);
  } finally {
    stop.abort();
    await running;
    await installation.stop();
  }
});

ended('is abandoned by its worker at the next progress report', async () => {
  const installation = await openInstallation({ matching: false });
  const stop = new AbortController();
  const many = gated(MANY, 100);
  const job = await queue(installation);
  const running = runIngestionWorker(
    { ...installation, providers: many.providers },
    { name: 'w', signal: stop.signal, waits: noWaits },
  );
  try {
    await until('the worker is running', () => many.requests() >= 100);
    await endByHand(installation, job);
    many.open();
    await until('the worker has stopped', () => isIdle(installation));
    assert.ok(many.requests() < MANY / 2, `${many.requests()} works were still requested`);
    assert.equal((await eventsOf(installation, job)).at(-1), 'IngestionForceFailed');
  } finally {
    many.open();
    stop.abort();
    await running;
    await installation.stop();
  }
});
