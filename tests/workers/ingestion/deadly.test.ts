/** A job that kills every worker that claims it. */
import assert from 'node:assert/strict';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { MOST_ATTEMPTS } from '../../../domain/ingestion/state.ts';
import { rowId } from '../../../projections/ids.ts';
import { ingestions, type IngestionRow } from '../../../projections/ingestions.ts';
import { stuckJobs } from '../../../projections/queries/ingestions.ts';
import { claim, leaveInOrder } from '../../../workers/ingestion/claim.ts';
import { jobsOf } from '../../support/ingesting.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';
import { noWaits } from '../../support/silent.ts';

const ORCID = '0000-0002-1825-0097';
const MINUTE_MS = 60_000;

/** Lets one worker after another claim the job and die at once. Returns the number of workers. */
const claimedBy = async (
  installation: Installation,
  workers: number,
  gone: (row: IngestionRow, worker: string) => Promise<void> = () => Promise.resolve(),
): Promise<number> => {
  let now = Date.now();
  let claims = 0;
  for (let n = 0; n < workers; n += 1) {
    await installation.settled();
    const found = await installation.readModels.get(ingestions, rowId('org', ORCID));
    assert.ok(found);
    const row = found;
    const claimed = await claim({ ...installation, clock: { now: () => now } }, row, `worker-${n}`, noWaits);
    if (claimed === null) break;
    claims += 1;
    await gone(row, `worker-${n}`);
    // The lease of a dead worker expires; here it is released at once.
    await claimed.lease.release();
    now += MINUTE_MS;
  }
  await installation.settled();
  return claims;
};

const queued = async (): Promise<Installation> => {
  const installation = await openInstallation({ matching: false });
  const request = { orcids: [ORCID], triggerSource: 'cli', shards: 4 } as const;
  await queueIngestions(installation, request, installation.caller);
  return installation;
};

const deadly = suite('a job whose workers die');

deadly('fails after five attempts, with the reason', async () => {
  const installation = await queued();
  try {
    assert.equal(await claimedBy(installation, 20), MOST_ATTEMPTS);
    const [job] = await jobsOf(installation, [ORCID]);
    assert.equal(job?.status, 'failed');
    assert.equal(job.error?.code, 'worker_died');
  } finally {
    await installation.stop();
  }
});

deadly('is stuck while it passes from worker to worker', async () => {
  const installation = await queued();
  try {
    const began = Date.now();
    await claimedBy(installation, 3);
    const before = began + MINUTE_MS;
    const stuck = await stuckJobs(installation.readModels, 'org', { before, limit: 10 });
    assert.deepEqual(
      stuck.map(({ orcid_id: orcid, attempt }) => [orcid, attempt]),
      [[ORCID, 3]],
    );
  } finally {
    await installation.stop();
  }
});

deadly('is not failed by workers that are shut down', async () => {
  const installation = await queued();
  try {
    const claims = await claimedBy(installation, 12, (row, worker) => leaveInOrder(installation, row, worker));
    assert.equal(claims, 12);
    const [job] = await jobsOf(installation, [ORCID]);
    assert.deepEqual([job?.status, job?.attempt], ['processing', 1]);
  } finally {
    await installation.stop();
  }
});
