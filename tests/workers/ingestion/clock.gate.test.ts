/** Jobs started or postponed while the machine's clock was a day ahead. */
import assert from 'node:assert/strict';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { NO_COUNTS } from '../../../domain/ingestion/state.ts';
import { randomIds } from '../../../infra/system.ts';
import { runIngestionWorker } from '../../../workers/ingestion/worker.ts';
import { jobsOf } from '../../support/ingesting.ts';
import { openInstallation } from '../../support/installation.ts';
import { DAY_MS } from '../../support/shifted-clock/index.ts';
import { until } from '../../support/until.ts';
import { suite } from '../../support/suite.ts';
import { noWaits } from '../../support/silent.ts';

const [LEFT, PUT_OFF] = ['0000-0002-1825-0097', '0000-0001-5109-3700'];

const jobs = suite('a job from a clock that was a day ahead');

jobs('runs as soon as the clock is right again', async () => {
  const installation = await openInstallation();
  const done = new AbortController();
  let running: Promise<void> = Promise.resolve();
  try {
    const ahead = { ...installation, clock: { now: () => Date.now() + DAY_MS } };
    const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
    const queued = await queueIngestions(ahead, { orcids: [LEFT, PUT_OFF], triggerSource: 'cli', shards: 4 }, caller);
    const worker = 'dead';
    for (const { id: jobId, orcid } of queued.jobs) {
      const send = (command: Parameters<typeof ingestionAggregate.decider.decide>[0]) =>
        handle(ahead, ingestionAggregate, orcid, command, { ...caller, commandId: randomIds.next() });
      await send({ type: 'StartIngestion', jobId, worker, now: ahead.clock.now() });
      const error = { code: 'timeout', message: 'slow' };
      const report = { jobId, worker, counts: NO_COUNTS, confirmed: [], works: null };
      if (orcid === PUT_OFF)
        await send({ type: 'RetryIngestion', ...report, error, notBefore: ahead.clock.now() + 4_000 });
    }
    await installation.settled();
    running = runIngestionWorker(installation, { name: 'successor', signal: done.signal, waits: noWaits });
    const ended = await until(
      () => jobsOf(installation, [LEFT, PUT_OFF]),
      (all) => all.every(({ status }) => status === 'succeeded' || status === 'failed'),
    );
    assert.deepEqual(
      ended.map(({ worker: by }) => by === worker),
      [false, false],
    );
  } finally {
    done.abort();
    await running;
    await installation.stop();
  }
});
