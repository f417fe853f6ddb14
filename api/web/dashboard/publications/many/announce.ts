/** Says what came of an action on many publications, with the way back; of one that takes a while, when it has ended. */
import type { AnswerTo } from '../../../client/api.ts';
import type { PublicationBatch } from '../../../client/generated/operations.ts';
import { followedJobs } from '../../../parts/followed-jobs.tsx';
import { say } from '../../../parts/toast.tsx';
import { undoing } from '../../../parts/undo/undo.ts';
import { words as t } from '../words.ts';

/** Those that take a while. */
export const batchJobs = followedJobs<Pick<PublicationBatch, 'id' | 'action' | 'publications'>>('publication batches');

type Carried = Pick<AnswerTo<'GET /api/publications/batches/{id}'>, 'action' | 'changed' | 'refused'>;

export const sayOutcome = ({ action, changed, refused }: Carried, cause: string): void => {
  const done = t(`done_${action}`, { count: changed });
  say({
    kind: refused === 0 ? 'done' : 'failed',
    text: refused === 0 ? done : `${done}. ${t('refused_count', { count: refused })}`,
    ...(changed > 0 && { action: undoing(cause) }),
  });
};

export const announce = (answer: AnswerTo<'POST /api/publications/batches'>): void => {
  if ('results' in answer) return sayOutcome(answer, answer.correlation_id ?? '');
  const { id, action, publications } = answer;
  batchJobs.follow({ id, action, publications });
};
