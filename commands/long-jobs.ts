/**
 * Jobs that outlive a request, kept in the state store so that any worker can resume the job of one that died. Their changes are
 * events; the state holds only their progress.
 */
import { Refused } from '../domain/errors.ts';
import type { Actor } from '../domain/event.ts';
import type { JobError } from '../domain/ingestion/events.ts';
import type { Role } from '../domain/member/events.ts';
import { everyRecord } from './every-record.ts';
import type { StateStore } from './ports.ts';

export type LongJob = {
  /** Also the correlation id of its events, and what makes each of its commands or appends happen once. */
  readonly id: string;
  readonly workspace: string;
  readonly actor: Actor;
  /** Epoch ms. */
  readonly requestedAt: number;
  readonly finishedAt: number | null;
  readonly status: 'queued' | 'running' | 'succeeded' | 'failed';
  /** Why it failed: it was cancelled, or its requester lost the right to it. */
  readonly error: JobError | null;
  /** The least role that its requester needs as long as it runs. */
  readonly role: Role;
  readonly total: number;
};

/** How long an ended job can be queried. */
export const KEPT_MS = 30 * 24 * 60 * 60_000;

type Kept = Pick<StateStore, 'get' | 'put' | 'remove'>;

/**
 * `kind` is the prefix of the jobs' keys and of the keys of an index of waiting jobs. `cleanUp` removes what only a job that has not
 * ended needs.
 */
export const longJobs = <Job extends LongJob & Readonly<Record<keyof Job, unknown>>>(
  kind: string,
  cleanUp: (state: Kept, job: Job) => Promise<void> = () => Promise.resolve(),
) => {
  const waiting = `${kind}-waiting/`;
  type Place = Pick<LongJob, 'workspace' | 'id'>;
  const keyOf = ({ workspace, id }: Place): string => `${kind}/${workspace}/${id}`;
  const entryOf = ({ workspace, id }: Place): string => `${waiting}${workspace}/${id}`;
  const at = async (state: Pick<StateStore, 'get'>, key: string): Promise<Job | null> => {
    const record = await state.get(key);
    return record === null ? null : (record.value as unknown as Job);
  };
  const leave = async (state: Kept, job: Job): Promise<void> => {
    await state.remove(entryOf(job));
    await cleanUp(state, job);
  };
  return {
    get: (state: Pick<StateStore, 'get'>, workspace: string, id: string) => at(state, keyOf({ workspace, id })),
    /** Those that have not ended, of all workspaces or of one, in no particular order. */
    waiting: async function* (
      state: Pick<StateStore, 'get' | 'list' | 'remove'>,
      workspace?: string,
    ): AsyncIterable<Job> {
      for await (const { key } of everyRecord(state, workspace === undefined ? waiting : `${waiting}${workspace}/`)) {
        const job = await at(state, key.replace(waiting, `${kind}/`));
        if (job?.finishedAt === null) yield job;
        // Its worker died before it could remove the entry.
        else if (job !== null) await state.remove(key);
      }
    },
    /** What was queued under the job's id, if it `isSame` and of the same actor. Throws `Refused('conflict')` for another. */
    queuedBefore: async (
      state: Pick<StateStore, 'get'>,
      job: Place & Pick<LongJob, 'actor'>,
      isSame: (known: Job) => boolean,
    ): Promise<Job | null> => {
      const known = await at(state, keyOf(job));
      if (known === null || (known.actor.id === job.actor.id && isSame(known))) return known;
      throw new Refused('conflict', 'request_id_taken', 'another job was queued under this request id; use a new one');
    },
    queue: async (state: Pick<StateStore, 'put'>, job: Job): Promise<void> => {
      // An entry without a job is skipped, but a job without an entry would never run.
      await state.put(entryOf(job), true);
      await state.put(keyOf(job), job, { ifVersion: 'absent' });
    },
    /** Records its progress, unless another worker has ended it; an ended job leaves the queue. */
    save: async (state: Kept, job: Job): Promise<void> => {
      const record = await state.get(keyOf(job));
      if (record !== null && (record.value as unknown as Job).finishedAt !== null) return;
      const hasEnded = job.finishedAt !== null;
      const options = { ifVersion: record?.version ?? 'absent', ...(hasEnded && { ttlMs: KEPT_MS }) } as const;
      const isSaved = (await state.put(keyOf(job), job, options)) !== null;
      if (hasEnded && isSaved) await leave(state, job);
    },
    /** Ends a job, whatever its worker does afterwards. Null if there is none, or it has ended already. */
    fail: async (state: Kept, place: Place, error: JobError, finishedAt: number): Promise<Job | null> => {
      for (;;) {
        const record = await state.get(keyOf(place));
        const job = record === null ? null : (record.value as unknown as Job);
        if (record === null || job === null || job.finishedAt !== null) return null;
        const failed: Job = { ...job, status: 'failed', finishedAt, error };
        if ((await state.put(keyOf(place), failed, { ifVersion: record.version, ttlMs: KEPT_MS })) === null) continue;
        await leave(state, failed);
        return failed;
      }
    },
  };
};
