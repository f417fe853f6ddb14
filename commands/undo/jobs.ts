/** Long undos, kept in the state store so that any worker goes on where another one died. What they change are events. */
import { equal } from '../../domain/equal.ts';
import type { Actor, Position } from '../../domain/event.ts';
import type { Role } from '../../domain/member/events.ts';
import type { Caller } from '../caller.ts';
import { everyRecord } from '../every-record.ts';
import type { StateRecord, StateStore } from '../ports.ts';
import { NO_COUNTS } from './outcome.ts';
import type { CauseToUndo, Progress } from './undo-cause.ts';

export type UndoJob = Progress & {
  /** Also the correlation id of all that it appends, and what makes each append happen once. */
  readonly id: string;
  readonly workspace: string;
  readonly cause: string;
  readonly fields: readonly string[] | null;
  readonly actor: Actor;
  readonly role: Role;
  /** Epoch ms. */
  readonly requestedAt: number;
  readonly finishedAt: number | null;
  readonly status: 'queued' | 'running' | 'succeeded';
  /** The events of the cause; later ones are left alone. */
  readonly upTo: Position;
  readonly total: number;
};

/** How long one that has ended can be asked for. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

const WAITING = 'undo-waiting/';

const keyOf = (workspace: string, id: string): string => `undo/${workspace}/${id}`;

const asJob = (record: StateRecord): UndoJob => record.value as unknown as UndoJob;

export const undoJob = async (
  { state }: { readonly state: Pick<StateStore, 'get'> },
  workspace: string,
  id: string,
): Promise<UndoJob | null> => {
  const record = await state.get(keyOf(workspace, id));
  return record === null ? null : asJob(record);
};

/** Those that have not ended, in no particular order. */
export const waitingUndos = async function* ({ state }: { readonly state: StateStore }): AsyncIterable<UndoJob> {
  for await (const { key } of everyRecord(state, WAITING)) {
    const record = await state.get(key.replace(WAITING, 'undo/'));
    if (record !== null) yield asJob(record);
  }
};

/** The job; the one that is under way for the same cause and fields, if there is one. */
export const queueUndo = async (
  { state }: { readonly state: StateStore },
  { cause, upTo, by, fields }: Omit<CauseToUndo, 'dryRun'>,
  total: number,
  { workspace, actor, correlationId: id }: Caller,
): Promise<UndoJob> => {
  for await (const job of waitingUndos({ state }))
    if (job.workspace === workspace && job.cause === cause && equal(job.fields, fields ?? null)) return job;
  const job: UndoJob = {
    ...{ id, workspace, cause, fields: fields ?? null, actor, role: by.role, requestedAt: by.at, finishedAt: null },
    ...{ status: 'queued', upTo, total, counts: NO_COUNTS, before: upTo + 1 },
  };
  await state.put(keyOf(workspace, id), job);
  await state.put(`${WAITING}${workspace}/${id}`, true);
  return job;
};

/** How far the job has come. */
export const saveUndo = async ({ state }: { readonly state: StateStore }, job: UndoJob): Promise<void> => {
  const hasEnded = job.finishedAt !== null;
  await state.put(keyOf(job.workspace, job.id), job, hasEnded ? { ttlMs: KEPT_MS } : {});
  if (hasEnded) await state.remove(`${WAITING}${job.workspace}/${job.id}`);
};
