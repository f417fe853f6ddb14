/** A worker is suspended in mid-job, long enough to be considered dead, and changes nothing when it resumes. */
import assert from 'node:assert/strict';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { NO_COUNTS } from '../../../domain/ingestion/state.ts';
import { randomIds } from '../../../infra/system.ts';
import { runIngestionWorker } from '../../../workers/ingestion/worker.ts';
import { jobsOf, tally } from '../../support/ingesting.ts';
import { openInstallation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';
import { noWaits } from '../../support/silent.ts';

const CARBERRY = '0000-0002-1825-0097';
const DOI = '10.5555/cpot.2019.001';

const paused = suite('a worker that resumes after its lease');

paused(
  'finds its job done by another, has its report refused, and refreshes nothing with earlier responses',
  async () => {
    const installation = await openInstallation();
    try {
      const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
      const { jobs } = await queueIngestions(
        installation,
        { orcids: [CARBERRY], triggerSource: 'cli', shards: 4 },
        caller,
      );
      const jobId = jobs[0]?.id ?? '';
      const send = (command: Parameters<typeof ingestionAggregate.decider.decide>[0]) =>
        handle(installation, ingestionAggregate, CARBERRY, command, { ...caller, commandId: randomIds.next() });
      // The sleeper starts the job with a lease that expires at once.
      const longAgo = Date.now() - 120_000;
      await send({ type: 'StartIngestion', jobId, worker: 'sleeper', now: Date.now() });

      // By the clock of the successor, its row has not changed for longer than a lease.
      const later = { ...installation, clock: { now: () => Date.now() + 120_000 } };
      const done = new AbortController();
      const running = runIngestionWorker(later, { name: 'successor', signal: done.signal, waits: noWaits });
      for (;;) {
        const [job] = await jobsOf(installation, [CARBERRY]);
        if (job?.status === 'succeeded') break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      done.abort();
      await running;
      await installation.settled();
      const before = await tally(installation, 'publication-');

      // The sleeper resumes, and reports what it was about to report.
      const report = { jobId, worker: 'sleeper', counts: NO_COUNTS, confirmed: [] } as const;
      const error = { code: 'timeout', message: 'slept' };
      for (const command of [
        { type: 'ReportProgress', ...report },
        { type: 'RetryIngestion', ...report, error, notBefore: 0, works: null },
        { type: 'SucceedIngestion', ...report, failedWorks: [] },
        { type: 'FailIngestion', ...report, error },
      ] as const)
        assert.deepEqual((await send(command)).events, [], command.type);
      const stale = await handle(
        installation,
        publicationAggregate,
        DOI,
        {
          type: 'RecordFromProvider',
          doi: DOI,
          original: { type: 'article', title: 'As it was before the sleep', DOI },
          source: { provider: 'crossref', url: 'https://api.crossref.org/works/x' },
          fetchedAt: longAgo,
          enrichment: null,
          citedByCount: 0,
          links: [],
        },
        { ...caller, commandId: randomIds.next() },
      );
      assert.deepEqual(stale.events, []);
      assert.deepEqual(await tally(installation, 'publication-'), before);
      const [job] = await jobsOf(installation, [CARBERRY]);
      assert.equal(job?.status, 'succeeded');
      const taken = await tally(installation, 'ingestion-');
      assert.equal(taken['IngestionTakenOver'], 1);
      assert.equal(taken['IngestionSucceeded'], 1);
    } finally {
      await installation.stop();
    }
  },
);
