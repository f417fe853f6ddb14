/** How far the reader's long undos have come. */
import { useEffect } from 'preact/hooks';
import { api } from '../../client/session.ts';
import { usePolling } from '../use-polling.ts';
import { useResource } from '../use-resource.ts';
import { common } from '../words.ts';
import { forgetJob, undoJobs, type FollowedJob } from './jobs.ts';
import { sayOutcome } from './undo.ts';

const Following = ({ job: { id, events, isBack } }: { readonly job: FollowedJob }) => {
  const { data, failure, again } = useResource(
    `undo job ${id}`,
    async (signal) => (await api('GET /api/undos/{id}', { params: { id }, signal, inBackground: true })).body,
  );
  usePolling(true, () => again(true));
  useEffect(() => {
    if (failure?.kind === 'not_found') forgetJob(id);
    if (data?.status !== 'succeeded') return;
    forgetJob(id);
    sayOutcome({ ...data, correlationId: id }, isBack);
  }, [data, failure]);
  const done = data === null ? 0 : data.undone + data.unchanged + data.refused;
  return (
    <div class="toast" role="status">
      <span class="spinner" aria-hidden="true" />
      <span class="toast-text">
        {common('undo_under_way', { count: events })}
        <progress class="progress" value={done} max={events} aria-label={common('undo')} />
      </span>
    </div>
  );
};

/** Once an application, among its toasts. */
export const UndoProgress = () => (
  <>
    {undoJobs.value.map((job) => (
      <Following key={job.id} job={job} />
    ))}
  </>
);
