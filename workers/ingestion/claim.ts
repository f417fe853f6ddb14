/** Claims a job: first a lease, then an append that assigns it, so that two workers never run the same job. Holds it until it ends. */
import { loadState } from '../../commands/aggregate.ts';
import { type Caller, causedBy, newCaller } from '../../commands/caller.ts';
import { PERSON_ERASED } from '../../commands/erase-person.ts';
import { handle } from '../../commands/handle.ts';
import { ingestionAggregate } from '../../commands/ingestion.ts';
import { acquireLease, type Lease } from '../../commands/lease.ts';
import type { Waits } from '../../commands/waits.ts';
import { Refused } from '../../domain/errors.ts';
import type { Actor } from '../../domain/event.ts';
import type { IngestionCommand } from '../../domain/ingestion/ingestion.ts';
import type { Ingestion, Job } from '../../domain/ingestion/state.ts';
import type { IngestionRow } from '../../projections/ingestions.ts';
import type { IngestionDeps } from './ports.ts';

export type Claimed = {
  readonly job: Job;
  readonly workspace: string;
  readonly caller: Caller;
  /** Who queued it. */
  readonly requestedBy: Actor;
  readonly lease: Lease;
};

/** A worker that does not renew its lease for this long counts as dead. */
const LEASE_MS = 30_000;
/** Longer than the downtime of any upgrade. */
const LEFT_FOR_MS = 7 * 24 * 3_600_000;

export type Claimable = Pick<IngestionRow, 'workspace' | 'orcid' | 'jobId'>;

const leftKey = ({ workspace, orcid, jobId }: Claimable): string => `ingestion-left/${workspace}~${orcid}/${jobId}`;

/** Records that a stopping worker left the job, so that its successor does not count it as dead. */
export const leaveInOrder = async (
  { state, log }: Pick<IngestionDeps, 'state' | 'log'>,
  job: Claimable,
  worker: string,
): Promise<void> => {
  await state
    .put(leftKey(job), { worker }, { ttlMs: LEFT_FOR_MS })
    .catch((error: unknown) => log.debug({ err: error }, 'could not record that a job was left in order'));
};

const isLeftBy = async ({ state }: Pick<IngestionDeps, 'state'>, row: Claimable, worker: string): Promise<boolean> =>
  ((await state.get(leftKey(row)))?.value as { readonly worker?: unknown } | undefined)?.worker === worker;

/** The caller of the job's events, with the correlation of the event that queued it, and who queued it. */
const originOf = async (
  { events, ids }: IngestionDeps,
  { workspace, orcid, jobId }: Claimable,
): Promise<Pick<Claimed, 'caller' | 'requestedBy'>> => {
  const stream = ingestionAggregate.stream(workspace, orcid);
  const actor = { type: 'system', id: 'ingestion' } as const;
  const caller = newCaller(ids, workspace, actor);
  for await (const { type, data, id, metadata } of events.readStream(stream, { direction: 'backwards' }))
    if (type === 'IngestionQueued' && (data as { jobId?: unknown }).jobId === jobId) {
      const { correlationId, actor: requestedBy } = metadata;
      return { caller: { ...caller, correlationId, causationId: id }, requestedBy };
    }
  return { caller, requestedBy: actor };
};

const begin = async (deps: IngestionDeps, row: Claimable, worker: string, caller: Caller): Promise<Job | null> => {
  const { workspace, orcid, jobId } = row;
  const { state } = await loadState(deps.events, ingestionAggregate, workspace, orcid);
  // The row may be stale: the stream decides whether the job is waiting, or was left by a worker without a lease.
  if (state.job?.id !== jobId) return null;
  const { status, worker: from } = state.job;
  const command =
    status === 'processing' && from !== null
      ? ({ type: 'TakeOverIngestion', jobId, worker, from, leftInOrder: await isLeftBy(deps, row, from) } as const)
      : ({ type: 'StartIngestion', jobId, worker, now: deps.clock.now() } as const);
  const sent = causedBy(deps.ids, caller, caller.causationId ?? undefined);
  const { state: after } = await handle(deps, ingestionAggregate, orcid, command, sent);
  if (after.job?.status === 'processing') return after.job;
  deps.log.error({ jobId, workspace, error: after.job?.error ?? null }, 'a job failed: it crashed its workers');
  return null;
};

/** How ingestion is named by `Waits`. */
export const INGESTION = 'ingestion';

/** Returns the claimed job; null if another worker has it or it is no longer waiting. */
export const claim = async (
  deps: IngestionDeps,
  row: Claimable,
  worker: string,
  waits: Waits,
): Promise<Claimed | null> => {
  const { workspace, orcid, jobId } = row;
  // Per job, not per iD: after a hung job is ended by hand, the next one need not wait for its worker.
  const lease = await acquireLease(deps.state, `ingestion/${workspace}~${orcid}/${jobId}`, worker, {
    ttlMs: LEASE_MS,
    log: deps.log,
    // The name of the lease contains the iD, which must not appear in messages.
    waits: (_lease, error) => waits(INGESTION, error),
  });
  if (lease === null) return null;
  try {
    const origin = await originOf(deps, row);
    const job = await begin(deps, row, worker, origin.caller);
    if (job !== null) return { job, workspace, ...origin, lease };
  } catch (error) {
    await lease.release();
    if (error instanceof Refused) return null;
    throw error;
  }
  await lease.release();
  return null;
};

/** `held`: still this worker's. `lost`: ended or taken over. `forgotten`: erased with the person. */
export type Ownership = 'held' | 'lost' | 'forgotten';

/** A worker's hold on a job that it has claimed, until the job ends, is ended by hand or is taken over. */
export const holdingOf = (deps: IngestionDeps, { job, caller }: Claimed, worker: string) => {
  const isHeld = ({ job: latest }: Ingestion): boolean =>
    latest?.id === job.id && latest.status === 'processing' && latest.worker === worker;
  return {
    /** Returns whether the job is still this worker's afterwards. */
    send: async (command: IngestionCommand): Promise<boolean> => {
      const { state } = await handle(deps, ingestionAggregate, job.orcid, command, causedBy(deps.ids, caller));
      return isHeld(state);
    },
    ownership: async (): Promise<Ownership> => {
      const { state } = await loadState(deps.events, ingestionAggregate, caller.workspace, job.orcid);
      if (isHeld(state)) return 'held';
      return state.job?.id !== job.id || state.job.error?.code === PERSON_ERASED ? 'forgotten' : 'lost';
    },
  };
};
