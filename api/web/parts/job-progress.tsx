/** The progress of followed jobs, among the toasts; each reports its outcome when it ends. */
import { useEffect } from 'preact/hooks';
import type { FollowedJobs, Owned } from './followed-jobs.ts';
import { usePolling } from './use-polling.ts';
import { useResource } from './use-resource.ts';

type Props<Job, State> = {
  readonly followed: FollowedJobs<Job>;
  readonly read: (id: string, signal: AbortSignal) => Promise<State>;
  /** Such as “Hiding 120 publications”. */
  readonly textOf: (job: Job) => string;
  readonly totalOf: (job: Job) => number;
  readonly doneOf: (state: State) => number;
  readonly ended: (state: State, job: Job) => void;
};

type Job = { readonly id: string };
type State = { readonly status: string };

const One = <J extends Job, S extends State>({
  job,
  followed,
  read,
  textOf,
  totalOf,
  doneOf,
  ended,
}: Props<J, S> & { readonly job: Owned<J> }) => {
  const { id } = job;
  const { data, failure, again } = useResource(`job ${id}`, (signal) => read(id, signal));
  usePolling(true, () => again(true));
  useEffect(() => {
    if (failure?.kind === 'not_found') followed.forget(id);
    if (data?.status !== 'succeeded') return;
    followed.forget(id);
    ended(data, job);
  }, [data, failure]);
  const text = textOf(job);
  return (
    <div class="toast" role="status">
      <span class="spinner" aria-hidden="true" />
      <span class="toast-text">
        {text}
        <progress class="progress" value={data === null ? 0 : doneOf(data)} max={totalOf(job)} aria-label={text} />
      </span>
    </div>
  );
};

/** Rendered once for each kind of job. */
export const JobProgress = <J extends Job, S extends State>(props: Props<J, S>) => (
  <>
    {props.followed.jobs.value.map((job) => (
      <One key={job.id} job={job} {...props} />
    ))}
  </>
);
