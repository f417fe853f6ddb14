/** Claiming a job: a lease first, then the append that makes it ours, so that two workers never run one job. */
import { loadState } from '../../commands/aggregate.ts';
import { causedBy, type Caller } from '../../commands/caller.ts';
import { handle } from '../../commands/handle.ts';
import { ingestionAggregate } from '../../commands/ingestion.ts';
import { Refused } from '../../domain/errors.ts';
import type { Job } from '../../domain/ingestion/state.ts';
import type { IngestionRow } from '../../projections/ingestions.ts';
import { acquireLease, type Lease } from '../../commands/lease.ts';
import type { IngestionDeps } from './deps.ts';

export type Claimed = { readonly job: Job; readonly workspace: string; readonly caller: Caller; readonly lease: Lease };

/** A worker that has not renewed for so long is taken for dead (decisions §9). */
const LEASE_MS = 30_000;
/** Longer than any release is down. */
const LEFT_FOR_MS = 7 * 24 * 3_600_000;

/** Which job of whom. */
export type Claimable = Pick<IngestionRow, 'workspace' | 'orcid' | 'jobId'>;

const leftKey = ({ workspace, orcid, jobId }: Claimable): string => `ingestion-left/${workspace}~${orcid}/${jobId}`;

/** Notes that a worker that stops has left the job to the next, which then need not take it for dead. */
export const leaveInOrder = async (
  { state, log }: Pick<IngestionDeps, 'state' | 'log'>,
  job: Claimable,
  worker: string,
): Promise<void> => {
  await state
    .put(leftKey(job), { worker }, { ttlMs: LEFT_FOR_MS })
    .catch((error: unknown) => log.debug({ err: error }, 'a job was left without a note'));
};

const isLeftBy = async ({ state }: Pick<IngestionDeps, 'state'>, row: Claimable, worker: string): Promise<boolean> =>
  ((await state.get(leftKey(row)))?.value as { readonly worker?: unknown } | undefined)?.worker === worker;

/** Who asked for the job: its events carry on that correlation. */
const callerOf = async ({ events, ids }: IngestionDeps, { workspace, orcid, jobId }: Claimable): Promise<Caller> => {
  const stream = ingestionAggregate.stream(workspace, orcid);
  const actor = { type: 'system', id: 'ingestion' } as const;
  for await (const { type, data, id, metadata } of events.readStream(stream, { direction: 'backwards' }))
    if (type === 'IngestionQueued' && (data as { jobId?: unknown }).jobId === jobId)
      return { workspace, actor, correlationId: metadata.correlationId, causationId: id, commandId: ids.next() };
  return { workspace, actor, correlationId: ids.next(), causationId: null, commandId: ids.next() };
};

const begin = async (deps: IngestionDeps, row: Claimable, worker: string, caller: Caller): Promise<Job | null> => {
  const { workspace, orcid, jobId } = row;
  const { state } = await loadState(deps.events, ingestionAggregate, workspace, orcid);
  // The row may be behind: the stream says whether the job waits, or was left by a worker that held no lease any more.
  if (state.job?.id !== jobId) return null;
  const { status, worker: from } = state.job;
  const command =
    status === 'processing' && from !== null
      ? ({ type: 'TakeOverIngestion', jobId, worker, from, leftInOrder: await isLeftBy(deps, row, from) } as const)
      : ({ type: 'StartIngestion', jobId, worker, now: deps.clock.now() } as const);
  const { state: after } = await handle(
    deps,
    ingestionAggregate,
    orcid,
    command,
    causedBy(deps.ids, caller, caller.causationId ?? undefined),
  );
  if (after.job?.status === 'processing') return after.job;
  deps.log.error({ jobId, workspace, error: after.job?.error ?? null }, 'a job failed: its workers died of it');
  return null;
};

/** The job, if it is ours now; null if another worker has it or it no longer waits. */
export const claim = async (deps: IngestionDeps, row: Claimable, worker: string): Promise<Claimed | null> => {
  const { workspace, orcid, jobId } = row;
  // Of the job, not the iD: one that was ended by hand does not keep the next waiting for a worker that hangs.
  const lease = await acquireLease(deps.state, `ingestion/${workspace}~${orcid}/${jobId}`, worker, {
    ttlMs: LEASE_MS,
    log: deps.log,
  });
  if (lease === null) return null;
  try {
    const caller = await callerOf(deps, row);
    const job = await begin(deps, row, worker, caller);
    if (job !== null) return { job, workspace, caller, lease };
  } catch (error) {
    await lease.release();
    if (error instanceof Refused) return null;
    throw error;
  }
  await lease.release();
  return null;
};
