/** `colophon ingest` over an installation: the effect of its options. */
import assert from 'node:assert/strict';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import type { IngestionEvent } from '../../../domain/ingestion/events.ts';
import type { IngestionCommand } from '../../../domain/ingestion/ingestion.ts';
import { readConfig } from '../../../infra/config.ts';
import { replaying } from '../../../infra/demo/replaying.ts';
import { ORCIDS, SAMPLE } from '../../../infra/demo/sample.ts';
import { queueAndWait } from '../../../infra/cli/ingest.ts';
import { idle, operationsIn, cli, type Printed } from '../../support/command-line.ts';
import { inventedOrcid } from '../../support/history/papers.ts';
import { tally } from '../../support/ingesting.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { inPlace, type Place } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';

const ingesting = suite('ingesting at the command line');

type Queued = Extract<IngestionEvent, { readonly type: 'IngestionQueued' }>['data'];

const queuedIn = async (place: Place): Promise<readonly Queued[]> => {
  const stores = await place.open();
  const queued: Queued[] = [];
  for await (const { type, data } of stores.events.readAll())
    if (type === 'IngestionQueued') queued.push(data as Queued);
  await stores.close();
  return queued;
};

const onSample = (test: (place: Place, env: Readonly<Record<string, string>>) => Promise<void>): Promise<void> =>
  inPlace(
    async (place) => {
      const sample = await replaying(SAMPLE);
      const urls = Object.entries(sample.urls).map(([name, url]) => [`${name.toUpperCase()}_API_URL`, url]);
      try {
        await test(place, { ...place.env, ...(Object.fromEntries(urls) as Record<string, string>) });
      } finally {
        await sample.close();
      }
    },
    { forPrograms: true },
  );

ingesting('accepts works lost from a list only with the option for it', () =>
  onSample(async (place, env) => {
    const operations = operationsIn(env);
    for (const more of [[], ['--accept-losses']]) {
      const { code, complaints } = await cli(['ingest', ORCIDS[0] ?? '', ...more], operations);
      assert.deepEqual([code, complaints], [0, []]);
    }
    const [first, second] = await queuedIn(place);
    assert.deepEqual([first?.acceptsLosses, second?.acceptsLosses], [undefined, true]);
    assert.deepEqual([first?.triggerSource, second?.triggerSource], ['cli', 'cli']);
  }),
);

ingesting('reports at once that a projection is paused and how to resume it, and waits for its rows', () =>
  onSample(async (_place, env) => {
    const warnings: string[] = [];
    const resumed: Promise<boolean>[] = [];
    const operations = operationsIn(env, undefined, (line) => {
      warnings.push(line);
      resumed.push(operations.resume('catalogue'));
    });
    await cli(['ingest', ORCIDS[0] ?? ''], operations);
    await operations.pause('catalogue');
    assert.match((await cli(['status'], operations)).out, /^projection {4}catalogue v\d+: live, paused, /mu);
    const { projections } = await operations.status();
    assert.deepEqual(
      projections.flatMap(({ name, paused }) => (paused ? [name] : [])),
      ['catalogue'],
    );
    const erase = ['people', 'erase', ORCIDS[0] ?? '', '--yes'];
    for (const command of [['ingest', ORCIDS[0] ?? ''], erase]) {
      await operations.pause('catalogue');
      assert.equal((await cli(command, operations)).code, 0);
      assert.deepEqual(warnings.splice(0), [
        'colophon: catalogue is paused, so its rows do not follow; resume it: colophon projections resume catalogue',
      ]);
    }
    assert.deepEqual(await Promise.all(resumed), [true, true]);
  }),
);

ingesting('is not delayed by the queued jobs of others', () =>
  onSample(async (place, env) => {
    const installation = await openInstallation({ place, matching: false });
    try {
      // Its jobs come before those of `org`, and are more than a worker reads at once.
      const caller = newCaller(installation.ids, 'lab', installation.caller.actor);
      const orcids = Array.from({ length: 60 }, (_, n) => inventedOrcid(n));
      await queueIngestions(installation, { orcids, triggerSource: 'cli', shards: 4 }, caller);
      const { code, complaints } = await cli(['ingest', ORCIDS[0] ?? ''], operationsIn(env));
      assert.deepEqual([code, complaints], [0, []]);
      assert.equal((await tally(installation, 'ingestion-'))['IngestionStarted'], 1);
    } finally {
      await installation.stop();
    }
  }),
);

const [ORCID = ''] = ORCIDS;

/** The output of `colophon ingest` if this happens to its job, which no worker runs. */
const saidWhen = async (meets: (installation: Installation, jobId: string) => Promise<unknown>): Promise<Printed> => {
  const installation = await openInstallation({ matching: false });
  const ended = new AbortController();
  let met: Promise<unknown> = Promise.resolve();
  const events: Installation['events'] = {
    ...installation.events,
    readStream: async function* (...which) {
      await met;
      yield* installation.events.readStream(...which);
    },
  };
  try {
    return await cli(['ingest', ORCID], {
      ...idle,
      ingest: (orcids, options, watch) =>
        queueAndWait(
          { ...installation, events },
          readConfig({}),
          { ...options, orcids, triggerSource: 'cli' },
          watch,
          ended.signal,
          ([job]) => void (met = meets(installation, job?.id ?? '')),
        ),
    });
  } finally {
    ended.abort();
    await installation.stop();
  }
};

const send = (installation: Installation, command: IngestionCommand): Promise<unknown> => {
  const caller = newCaller(installation.ids, 'org', installation.caller.actor);
  return handle(installation, ingestionAggregate, ORCID, command, caller);
};

ingesting('fails, and reports it, if its job is reset', async () => {
  const { code, out } = await saidWhen((installation) => send(installation, { type: 'ResetIngestion' }));
  assert.equal(code, 1);
  assert.match(out, new RegExp(`^${ORCID}  failed  0 found: .*  \\(forgotten: `, 'u'));
});

ingesting('fails, and reports it, if another job replaces its own', async () => {
  const { code, out } = await saidWhen(async (installation, jobId) => {
    await send(installation, { type: 'ForceFailIngestion', jobId, error: { code: 'force_failed', message: 'stuck' } });
    const caller = newCaller(installation.ids, 'org', installation.caller.actor);
    await queueIngestions(installation, { orcids: [ORCID], triggerSource: 'dashboard', shards: 4 }, caller);
  });
  assert.equal(code, 1);
  assert.match(out, new RegExp(`^${ORCID}  failed  0 found: .*  \\(superseded: `, 'u'));
});

ingesting('fails, and reports it, if the rows do not catch up in time', async () => {
  const late = { ...idle, ingest: () => Promise.resolve({ jobs: [], skipped: [], rowsCurrent: false }) };
  const { code, out } = await cli(['ingest', ORCIDS[0] ?? ''], late);
  assert.deepEqual([code, out.split(':')[0]], [1, 'The rows have not caught up yet']);
});
