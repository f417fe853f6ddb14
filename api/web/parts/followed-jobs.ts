/** Jobs on the server that the reader started. They are followed until they end, across reloads. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { me, workspace } from '../client/session.ts';
import { keepValue, keptValue } from '../client/storage.ts';

export type Owned<Job> = Job & { readonly workspace: string; readonly user: string };

export type FollowedJobs<Job> = {
  /** The reader's, in the current workspace. */
  readonly jobs: ReadonlySignal<readonly Owned<Job>[]>;
  readonly follow: (job: Job) => void;
  readonly forget: (id: string) => void;
};

/** `key`: of the local storage. */
export const followedJobs = <Job extends { readonly id: string }>(key: string): FollowedJobs<Job> => {
  const followed = signal<readonly Owned<Job>[]>(keptValue<readonly Owned<Job>[]>(key) ?? []);
  const without = (id: string): readonly Owned<Job>[] => followed.peek().filter((job) => job.id !== id);
  const keep = (jobs: readonly Owned<Job>[]): void => {
    followed.value = jobs;
    keepValue(key, jobs.length === 0 ? null : jobs);
  };
  return {
    jobs: computed(() =>
      followed.value.filter((job) => job.user === me.value?.user_id && job.workspace === workspace.value),
    ),
    follow: (job) =>
      keep([...without(job.id), { ...job, workspace: workspace.value ?? '', user: me.value?.user_id ?? '' }]),
    forget: (id) => keep(without(id)),
  };
};
