/** Announces the result of an action on many publications, with an undo, and the progress of a long one. */
import type { AnswerTo } from '../../../client/api.ts';
import type { PublicationBatch } from '../../../client/generated/operations.ts';
import { noticeChanges } from '../../../client/live.ts';
import { api } from '../../../client/session.ts';
import { followedJobs, JobProgress } from '../../../parts/followed-jobs.tsx';
import { showToast } from '../../../parts/toast.tsx';
import { undoing } from '../../../parts/undo/undo.ts';
import { words as t } from '../generated/words.ts';

/** Those that take a while. */
const batchJobs = followedJobs<Pick<PublicationBatch, 'id' | 'action' | 'publications'>>('publication batches');

type Carried = Pick<AnswerTo<'GET /api/publications/batches/{id}'>, 'action' | 'changed' | 'refused'>;

const sayOutcome = ({ action, changed, refused }: Carried, cause: string): void => {
  const done = t(`done_${action}`, { count: changed });
  showToast({
    kind: refused === 0 ? 'done' : 'failed',
    text: refused === 0 ? done : `${done}. ${t('refused_count', { count: refused })}`,
    ...(changed > 0 && { action: undoing(cause, { what: done }) }),
  });
};

export const announce = (answer: AnswerTo<'POST /api/publications/batches'>): void => {
  if ('results' in answer) return sayOutcome(answer, answer.correlation_id ?? '');
  const { id, action, publications } = answer;
  batchJobs.follow({ id, action, publications });
};

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
