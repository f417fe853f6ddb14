/** Ingestion jobs: those waiting for a worker, those a worker may have abandoned, and how API surfaces show them. */
import { LONGEST_WAIT_MS, NO_COUNTS, waits } from '../../domain/ingestion/state.ts';
import { rowId, rowIds } from '../ids.ts';
import { having, type ReadModels } from '../ports.ts';
import { ingestions, ingestionsProjection, type IngestionRow } from '../ingestions.ts';
import { following, type Rows } from './listing.ts';
import { outside } from './outside.ts';
import { areLive } from './position.ts';

/** Well-kept clocks of two machines differ by less than this. */
const MAX_CLOCK_SKEW_MS = 60_000;

/** A time of 0 means none. */
const jobsOutside = (
  readModels: ReadModels,
  status: IngestionRow['status'],
  field: 'notBefore' | 'lastTransitionAt',
  times: Parameters<typeof outside>[0],
): Promise<readonly IngestionRow[]> =>
  outside(times, (range) =>
    readModels.find(ingestions, {
      where: { all: [...having({ status }), { field, gt: 0, ...range }] },
      sort: { field, dir: 'asc' },
      limit: times.limit,
    }),
  );

/** Queued jobs whose next attempt is due, longest due first. `now` in epoch ms. */
export const dueRetries = (
  readModels: ReadModels,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly IngestionRow[]> =>
  jobsOutside(readModels, 'queued', 'notBefore', { before: now, after: now + LONGEST_WAIT_MS, limit });

/** The first queued job, of any workspace, that was never tried and whose row comes after this id; null = the first of all. */
export const newJobAfter = async (readModels: ReadModels, after: string | null): Promise<IngestionRow | null> => {
  const all = [...having({ status: 'queued', notBefore: 0 }), ...following(after)];
  const [job = null] = await readModels.find(ingestions, {
    where: { all },
    sort: { field: 'notBefore', dir: 'asc' },
    limit: 1,
  });
  return job;
};

/** Running jobs that have not changed since `before` (epoch ms): their worker may have died. */
export const quietJobs = (
  readModels: ReadModels,
  { now, before, limit }: { readonly now: number; readonly before: number; readonly limit: number },
): Promise<readonly IngestionRow[]> =>
  jobsOutside(readModels, 'processing', 'lastTransitionAt', { before, after: now + MAX_CLOCK_SKEW_MS, limit });

export type SelectedJobs = {
  readonly workspace: string;
  readonly jobs: readonly { readonly id: string; readonly orcid: string }[];
};

/** Of these jobs, those that are due, then those that run, longest unchanged first. `now` in epoch ms. */
export const selectedJobs = async (
  readModels: ReadModels,
  { workspace, jobs }: SelectedJobs,
  now: number,
): Promise<readonly IngestionRow[]> => {
  const ids = new Set(jobs.map(({ id }) => id));
  const rows = await readModels.load(
    ingestions,
    jobs.map(({ orcid }) => rowId(workspace, orcid)),
  );
  const selected = [...rows.values()].filter(({ jobId }) => ids.has(jobId));
  return [
    ...selected.filter((row) => row.status === 'queued' && !waits(row, now)),
    ...selected.filter(({ status }) => status === 'processing').sort((a, b) => a.lastTransitionAt - b.lastTransitionAt),
  ];
};

type Counted = ReadonlyMap<string | number | boolean, number>;

const byStatus = async (readModels: ReadModels): Promise<Counted | null> => {
  if (!(await areLive(readModels, [ingestionsProjection]))) return null;
  const counted = await readModels.groupCounts(ingestions, { all: [] }, 'status');
  // The rows of forgotten jobs stay.
  return new Map([...counted].filter(([status]) => status !== 'none'));
};

/** The number of latest jobs in each status; null while the rows have not caught up. */
export const jobsByStatus = async (readModels: ReadModels): Promise<Readonly<Record<string, number>> | null> => {
  const counted = await byStatus(readModels);
  return counted && (Object.fromEntries(counted) as Record<string, number>);
};

/** The number of latest jobs by status and shard; empty while the rows have not caught up. */
export const jobsByStatusAndShard = async (
  readModels: ReadModels,
): Promise<readonly { readonly status: string; readonly shard: number; readonly jobs: number }[]> => {
  const counted = [...((await byStatus(readModels))?.keys() ?? [])].map(async (status) => {
    const shards = await readModels.groupCounts(ingestions, { all: having({ status }) }, 'shard');
    return [...shards].map(([shard, jobs]) => ({ status: String(status), shard: Number(shard), jobs }));
  });
  return (await Promise.all(counted)).flat();
};

/** A job as every API shows it. */
const jobOf = (row: IngestionRow) => ({
  id: row.jobId,
  orcid_id: row.orcid,
  /** `none` for an iD that was never requested. */
  status: row.status,
  shard: row.shard,
  attempt: row.attempt,
  trigger_source: row.triggerSource,
  queued_at: row.queuedAt,
  started_at: row.startedAt,
  finished_at: row.finishedAt,
  counts: row.counts,
  failed_works: row.failedWorks,
  /** No longer on the person's list but still linked. */
  lost_works: row.lostWorks ?? 0,
  error: row.error,
  requested_by: row.requestedBy,
  /** Shared by the request or harvest and all the changes it made. */
  correlation_id: row.correlationId,
});

type Job = ReturnType<typeof jobOf>;
type RequestedField = 'id' | 'shard' | 'trigger_source' | 'queued_at' | 'requested_by' | 'correlation_id';
/** Null where the iD was never requested. */
export type JobItem = Omit<Job, RequestedField> & { readonly [Field in RequestedField]: Job[Field] | null };

const NEVER_REQUESTED: Omit<JobItem, 'orcid_id'> = {
  id: null,
  status: 'none',
  shard: null,
  attempt: 0,
  trigger_source: null,
  queued_at: null,
  started_at: null,
  finished_at: null,
  counts: NO_COUNTS,
  failed_works: [],
  lost_works: 0,
  error: null,
  requested_by: null,
  correlation_id: null,
};

/** A job that has just been queued, as it will be listed once rows show it. */
export const newJob = (job: Pick<JobItem, 'orcid_id' | RequestedField>): JobItem => ({
  ...NEVER_REQUESTED,
  status: 'queued',
  ...job,
});

const SHOWN = ['queued', 'processing', 'failed', 'succeeded'] as const;
type ShownStatus = (typeof SHOWN)[number];

/** Latest jobs of a workspace, in one status or all, most recently changed first, with the number of its jobs in each status. */
export const listJobs = async (
  readModels: ReadModels,
  workspace: string,
  { status, limit }: { readonly status: ShownStatus | null; readonly limit: number },
) => {
  const of = (wanted: ShownStatus): Promise<readonly IngestionRow[]> =>
    readModels.find(ingestions, {
      where: { all: having({ workspace, status: wanted }) },
      sort: { field: 'lastTransitionAt', dir: 'desc' },
      limit,
    });
  const found = (await Promise.all((status === null ? SHOWN : [status]).map(of))).flat();
  const counted = await readModels.groupCounts(ingestions, { all: having({ workspace }) }, 'status');
  return {
    jobs: found
      .sort((a, b) => b.lastTransitionAt - a.lastTransitionAt || (a.orcid < b.orcid ? -1 : 1))
      .slice(0, limit)
      .map(jobOf),
    counts: Object.fromEntries(SHOWN.map((each) => [each, counted.get(each) ?? 0])) as Record<ShownStatus, number>,
  };
};

/** The latest job of each iD of a workspace. */
export const jobsOf = (workspace: string): Rows<IngestionRow> => ({
  collection: ingestions,
  where: { all: having({ workspace }) },
});

/** The latest job of each iD, in the order of `orcids`. */
export const latestJobs = async (
  readModels: ReadModels,
  workspace: string,
  orcids: readonly string[],
): Promise<readonly JobItem[]> => {
  const rows = await readModels.load(ingestions, rowIds(workspace, orcids));
  return orcids.map((orcid) => {
    const row = rows.get(rowId(workspace, orcid));
    return row === undefined || row.status === 'none' ? { ...NEVER_REQUESTED, orcid_id: orcid } : jobOf(row);
  });
};

/** Active jobs of a workspace that have not changed since `before` (epoch ms), longest unchanged first. */
export const stuckJobs = async (
  readModels: ReadModels,
  workspace: string,
  { before, limit }: { readonly before: number; readonly limit: number },
) => {
  const unchanged = (status: 'queued' | 'processing'): Promise<readonly IngestionRow[]> =>
    readModels.find(ingestions, {
      where: { all: [...having({ workspace, status }), { field: 'lastTransitionAt', lte: before }] },
      sort: { field: 'lastTransitionAt', dir: 'asc' },
      limit,
    });
  const found = [...(await unchanged('queued')), ...(await unchanged('processing'))];
  return found
    .sort((a, b) => a.lastTransitionAt - b.lastTransitionAt || (a.orcid < b.orcid ? -1 : 1))
    .slice(0, limit)
    .map((row) => ({ ...jobOf(row), last_transition_at: row.lastTransitionAt }));
};
