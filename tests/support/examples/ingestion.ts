import type { IngestionEvent } from '../../../domain/ingestion/events.ts';
import { AT, ORCID, type Examples } from './example.ts';

const jobId = 'job-1';
const counts = { found: 5, created: 1, refreshed: 1, unchanged: 2, failed: 1 };
const error = { code: 'timeout', message: 'ORCID did not answer' };

export const ingestionExamples: Examples<IngestionEvent['type'] | 'DoiImported'> = {
  IngestionQueued: { jobId, orcid: ORCID, shard: 0, triggerSource: 'people_page' },
  IngestionStarted: { jobId, attempt: 1, worker: 'worker-1' },
  IngestionTakenOver: { jobId, attempt: 1, worker: 'worker-2', from: 'worker-1' },
  IngestionProgressed: { jobId, worker: 'worker-1', counts },
  IngestionRetried: { jobId, attempt: 1, error, notBefore: AT, counts, works: null },
  IngestionSucceeded: { jobId, counts, failedWorks: [{ work: '10.5555/b', error }] },
  IngestionFailed: { jobId, error, counts },
  IngestionForceFailed: { jobId, error },
  IngestionReset: {},
  DoiImported: { doi: '10.5555/a', outcome: 'created' },
};
