/** Jobs on the server that the reader started: followed until they end, across reloads, with their progress among the toasts. */
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { me, workspace } from '../client/session.ts';
import { keepValue, keptValue } from '../client/storage.ts';
import { words as common } from './generated/words.ts';
import { showToast } from './toast.tsx';
import { usePolling } from './use-polling.ts';
import { useResource } from './use-resource.ts';

type Identified = { readonly id: string };
type Owned<Job> = Job & { readonly workspace: string; readonly user: string };

/** `key`: in local storage. */
export const followedJobs = <Job extends Identified>(key: string) => {
  const followed = signal<readonly Owned<Job>[]>(keptValue<readonly Owned<Job>[]>(key) ?? []);
  /** All but the job of this id, and another. Other tabs keep theirs in the same place. */
  const keep = (id: string, ...added: readonly Owned<Job>[]): void => {
    const changed = (jobs: readonly Owned<Job>[]) => [...jobs.filter((job) => job.id !== id), ...added];
    followed.value = changed(followed.peek());
    const kept = changed(keptValue(key) ?? []);
    keepValue(key, kept.length === 0 ? null : kept);
  };
  return {
    jobs: computed(() =>
      followed.value.filter((job) => job.user === me.value?.user_id && job.workspace === workspace.value),
    ),
    follow: (job: Job): void =>
      keep(job.id, { ...job, workspace: workspace.value ?? '', user: me.value?.user_id ?? '' }),
    forget: (id: string): void => keep(id),
  };
};

type Props<Job extends Identified, State> = {
  readonly followed: ReturnType<typeof followedJobs<Job>>;
  readonly read: (id: string, signal: AbortSignal) => Promise<State>;
  /** Such as “Hiding 120 publications”. */
  readonly textOf: (job: Job) => string;
  readonly totalOf: (job: Job) => number;
  readonly doneOf: (state: State) => number;
  readonly ended: (state: State, job: Job) => void;
};

/** How a job ends: with all of it done, or early, for a reason. */
type Ending = { readonly finished_at: number | null; readonly error: { readonly code: string } | null };

const ENDINGS: Readonly<Record<string, Parameters<typeof common>[0]>> = {
  cancelled: 'job_cancelled',
  membership_ended: 'job_rights_ended',
  role_lowered: 'job_rights_ended',
};

type Shown<Job extends Identified, State> = Props<Job, State> & { readonly job: Job };

const Progress = <Job extends Identified, State extends Ending>(props: Shown<Job, State>) => {
  const { job, followed, read, textOf, totalOf, doneOf, ended } = props;
  const { id } = job;
  const { data, failure, again } = useResource(`job ${id}`, ({ signal }) => read(id, signal));
  usePolling(true, () => again(true));
  useEffect(() => {
    if (failure?.kind === 'not_found') followed.forget(id);
    if (data === null || data.finished_at === null) return;
    followed.forget(id);
    if (data.error !== null)
      showToast({
        kind: 'failed',
        text: `${textOf(job)}. ${common(ENDINGS[data.error.code] ?? 'job_failed')}`,
      });
    ended(data, job);
  }, [data, failure]);
  const text = textOf(job);
  return (
    <div class="toast line" role="status">
      <span class="spinner" aria-hidden="true" />
      <span class="toast-text">
        {text}
        <progress value={data === null ? 0 : doneOf(data)} max={totalOf(job)} aria-label={text} />
      </span>
    </div>
  );
};

/** Rendered once for each kind of job. */
export const JobProgress = <Job extends Identified, State extends Ending>(props: Props<Job, State>) => (
  <>
    {props.followed.jobs.value.map((job) => (
      <Progress key={job.id} job={job} {...props} />
    ))}
  </>
);
