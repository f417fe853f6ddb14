/** How far a long undo has come, also after a reload. */
import { useEffect } from 'preact/hooks';
import { api, workspace } from '../../../client/session.ts';
import { Notice } from '../../../parts/states.tsx';
import { complain, say } from '../../../parts/toast.tsx';
import { useResource } from '../../../parts/use-resource.ts';
import { common } from '../../../parts/words.ts';
import { words as t } from '../words.ts';
import { followJob, job, undoCause, type Job } from './state.ts';

const EVERY_MS = 1_000;

const isOver = ({ status }: Job): boolean => status === 'succeeded';

const tellEnd = ({ id, undone }: Job): void =>
  say({
    text: t('undone_count', { count: undone }),
    action: { label: common('undo'), run: () => undoCause(id).catch(complain) },
  });

const Following = ({ id, onDone }: { readonly id: string; readonly onDone: () => unknown }) => {
  const { data, failure, again } = useResource(
    `undo job ${id}`,
    async (signal) => (await api('GET /api/undos/{id}', { params: { id }, signal, inBackground: true })).body,
  );
  useEffect(() => {
    if (failure?.kind === 'not_found') return followJob(null);
    if (data !== null && isOver(data)) {
      tellEnd(data);
      followJob(null);
      onDone();
      return;
    }
    const timer = setTimeout(() => void again(true), EVERY_MS);
    return () => clearTimeout(timer);
  }, [data, failure]);
  if (data === null || isOver(data)) return null;
  const done = data.undone + data.unchanged + data.refused;
  return (
    <Notice>
      <span role="status">{t('undoing', { done, count: data.events })}</span>
      <progress class="progress" value={done} max={data.events} aria-label={t('undo')} />
    </Notice>
  );
};

export const UndoProgress = ({ onDone }: { readonly onDone: () => unknown }) => {
  const followed = job.value;
  return followed === null || followed.workspace !== workspace.value ? null : (
    <Following key={followed.id} id={followed.id} onDone={onDone} />
  );
};
