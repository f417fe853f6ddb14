/** Undos that the server carries out as jobs: followed until they end, also after a reload. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { UndoJob } from '../../client/generated/operations.ts';
import { me, workspace } from '../../client/session.ts';
import { keepValue, keptValue } from '../../client/storage.ts';

export type FollowedJob = {
  readonly id: string;
  readonly workspace: string;
  readonly user: string;
  /** How many events it undoes. */
  readonly events: number;
  /** It undoes an undo. */
  readonly isBack: boolean;
};

const KEPT = 'undo jobs';

const followed = signal<readonly FollowedJob[]>(keptValue<readonly FollowedJob[]>(KEPT) ?? []);

const keep = (jobs: readonly FollowedJob[]): void => {
  followed.value = jobs;
  keepValue(KEPT, jobs.length === 0 ? null : jobs);
};

/** Those of the reader, in the workspace that is shown. */
export const undoJobs: ReadonlySignal<readonly FollowedJob[]> = computed(() =>
  followed.value.filter((job) => job.user === me.value?.user_id && job.workspace === workspace.value),
);

export const followJob = ({ id, events }: UndoJob, isBack: boolean): void => {
  const job = { id, events, isBack, workspace: workspace.value ?? '', user: me.value?.user_id ?? '' };
  keep([...followed.value.filter((other) => other.id !== id), job]);
};

export const forgetJob = (id: string): void => keep(followed.value.filter((job) => job.id !== id));
