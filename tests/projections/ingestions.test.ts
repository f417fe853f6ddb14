/** The row of the latest job of an iD. */
import assert from 'node:assert/strict';
import type { IngestionEvent } from '../../domain/ingestion/events.ts';
import { NO_COUNTS } from '../../domain/ingestion/state.ts';
import { ingestions, ingestionsProjection, type IngestionRow } from '../../projections/ingestions.ts';
import { suite } from '../support/suite.ts';
import { inStream, rowsAfter, type Chapter } from '../support/rows-after.ts';

const rows = suite('the row of a job');
const ADA = '0000-0002-1825-0097';
const data = { jobId: 'j', counts: NO_COUNTS, confirmed: [] };
const queued: IngestionEvent = {
  type: 'IngestionQueued',
  data: { jobId: 'j', orcid: ADA, shard: 0, triggerSource: 'harvest' },
};
const succeeded: IngestionEvent = { type: 'IngestionSucceeded', data: { ...data, failedWorks: [] } };
const failed: IngestionEvent = { type: 'IngestionFailed', data: { ...data, error: { code: 'c', message: 'm' } } };
const again = { ...queued, data: { ...queued.data, jobId: 'k' } } as IngestionEvent;

const job = (...events: readonly IngestionEvent[]): Chapter => inStream(`ingestion-org~${ADA}`, ...events);
const looked = (from: number, after: number): Chapter =>
  inStream('harvest-org~run', { type: 'FoundUnchanged', data: { from, people: { [ADA]: after }, publications: {} } });
const rowOf = async (...chapters: readonly Chapter[]): Promise<IngestionRow | undefined> =>
  (await rowsAfter(ingestionsProjection, ...chapters))(ingestions, `org~${ADA}`) as IngestionRow | undefined;

/** Later than all events in these tests. */
const LATER = 4_000_000_000_000;

rows('shows when a harvest last found the iD unchanged', async () => {
  assert.equal((await rowOf(job(queued, succeeded)))?.unchangedAt, null);
  assert.equal((await rowOf(job(queued, succeeded), looked(LATER, 7)))?.unchangedAt, LATER + 7);
  assert.equal((await rowOf(job(queued, succeeded), looked(LATER, 7), looked(LATER, 3)))?.unchangedAt, LATER + 7);
});

rows('ignores a harvest before the job, and one after a failed job', async () => {
  assert.equal((await rowOf(job(queued, succeeded), looked(-7, 0)))?.unchangedAt, null);
  assert.equal((await rowOf(job(queued, failed), looked(LATER, 0)))?.unchangedAt, null);
  assert.equal((await rowOf(job(queued, succeeded), looked(LATER, 0), job(again)))?.unchangedAt, null);
});

rows('is not created by a harvest, and stays deleted after a reset', async () => {
  assert.equal(await rowOf(looked(LATER, 0)), undefined);
  const reset: IngestionEvent = { type: 'IngestionReset', data: {} };
  const row = await rowOf(job(queued, succeeded, reset), looked(LATER, 0));
  assert.deepEqual([row?.status, row?.unchangedAt], ['none', null]);
});
