/** Merges of people: asked for, followed until they end, and undone. */
import type { PersonMerge } from '../../client/generated/operations.ts';
import { noticeChanges } from '../../client/live.ts';
import { address, navigate } from '../../client/router.ts';
import { api } from '../../client/session.ts';
import { followedJobs, JobProgress } from '../../parts/followed-jobs.tsx';
import { showToast } from '../../parts/toast.tsx';
import { undoing } from '../../parts/undo/undo.ts';
import { here } from '../pages.ts';
import { words as t } from './generated/words.ts';

type Merge = Pick<PersonMerge, 'from' | 'into'>;
/** `name`: of the person who is merged. */
type Named = { readonly name: string };

const mergeJobs = followedJobs<Pick<PersonMerge, 'id' | 'records'> & Merge & Named>('merges of people');

export const startMerge = async ({ from, into, name }: Merge & Named): Promise<void> => {
  const { body } = await api('POST /api/people/{orcid}/merge', { params: { orcid: from }, body: { into } });
  mergeJobs.follow({ id: body.id, records: body.records, from, into, name });
};

const sayOutcome = ({ id, refused, error }: PersonMerge, name: string): void => {
  if (error !== null) return;
  const done = t('merged', { name });
  showToast({
    kind: refused === 0 ? 'done' : 'failed',
    text: refused === 0 ? done : `${done}. ${t('merge_refused', { count: refused })}`,
    action: undoing(id, { what: done }),
  });
};

export const MergeProgress = () => (
  <JobProgress
    followed={mergeJobs}
    read={async (id, signal) =>
      (await api('GET /api/merges/{id}', { params: { id }, signal, inBackground: true })).body
    }
    textOf={({ name }) => t('merging', { name })}
    totalOf={({ records }) => Math.max(1, records)}
    doneOf={({ moved, refused }) => moved + refused}
    ended={(merge, { name, from, into }) => {
      sayOutcome(merge, name);
      if (merge.error === null && address.value.pathname === here(`/people/${from}`)) navigate(here(`/people/${into}`));
      void noticeChanges();
    }}
  />
);
