/** How far the reader's long batches have come. */
import { noticeChanges } from '../../../client/live.ts';
import { api } from '../../../client/session.ts';
import { JobProgress } from '../../../parts/followed-jobs.tsx';
import { words as t } from '../words.ts';
import { batchJobs, sayOutcome } from './announce.ts';

export const BatchProgress = () => (
  <JobProgress
    followed={batchJobs}
    read={async (id, signal) =>
      (await api('GET /api/publications/batches/{id}', { params: { id }, signal, inBackground: true })).body
    }
    textOf={({ action, publications }) => t(`under_way_${action}`, { count: publications })}
    totalOf={({ publications }) => publications}
    doneOf={({ changed, unchanged, refused }) => changed + unchanged + refused}
    ended={(batch) => {
      sayOutcome(batch, batch.id);
      void noticeChanges();
    }}
  />
);
