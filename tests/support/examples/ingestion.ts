import type { FoundUnchanged } from '../../../domain/harvest/events.ts';
import type { IngestionEvent } from '../../../domain/ingestion/events.ts';
import { AT, ORCID, type Examples } from './example.ts';

const jobId = 'job-1';
const counts = { found: 5, created: 1, refreshed: 1, unchanged: 2, failed: 1 };
const error = { code: 'timeout', message: 'ORCID did not answer' };
const confirmed = [{ doi: '10.5555/a', at: AT }];

export const ingestionExamples: Examples<(IngestionEvent | FoundUnchanged)['type'] | 'DoiImported'> = {
  IngestionQueued: { jobId, orcid: ORCID, shard: 0, triggerSource: 'people_page' },
  IngestionStarted: { jobId, attempt: 1, worker: 'worker-1' },
  IngestionTakenOver: { jobId, attempt: 1, worker: 'worker-2', from: 'worker-1' },
  IngestionProgressed: { jobId, worker: 'worker-1', counts, confirmed },
  IngestionRetried: { jobId, attempt: 1, error, notBefore: AT, counts, confirmed, works: null },
  IngestionSucceeded: { jobId, counts, confirmed, failedWorks: [{ work: '10.5555/b', error }] },
  IngestionFailed: { jobId, error, counts, confirmed },
  IngestionForceFailed: { jobId, error },
  IngestionReset: {},
  FoundUnchanged: { from: AT, people: { [ORCID]: 0 }, publications: { '10.5555/a': 5 } },
  DoiImported: { doi: '10.5555/a', outcome: 'created', at: AT },
};
