/** Looks at a page of people by iD; who changed, or could not be looked at, gets a job. */
import { newCaller, type Caller } from '../../../commands/caller.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { isStale } from '../../../domain/ingestion/schedule.ts';
import type { IngestionRow } from '../../../projections/ingestions.ts';
import { allEnded } from '../../together.ts';
import type { IngestionDeps } from '../deps.ts';
import type { HeardLists } from '../lists.ts';
import { ProviderUnavailable } from '../ports.ts';
import { workOn } from '../work-on.ts';
import type { Findings } from './findings.ts';
import { lookAtPerson, type LookOptions, type Seen } from './look.ts';

export type PeopleOptions = LookOptions & {
  readonly shards: number;
  readonly caller: Caller;
  readonly findings: Findings;
};

/** Queues a job, and runs it here if the look has requested lists, so that those are not requested again. */
const giveJob = async (
  deps: IngestionDeps,
  { orcid, jobId }: IngestionRow,
  heard: HeardLists,
  { shards, caller: { workspace, actor }, findings, signal }: PeopleOptions,
): Promise<void> => {
  const request = { orcids: [orcid], triggerSource: 'harvest', shards, after: jobId } as const;
  const { jobs } = await queueIngestions(deps, request, newCaller(deps.ids, workspace, actor));
  findings.queued(jobs.map((job) => job.orcid));
  if (Object.keys(heard).length === 0) return;
  for (const { id } of jobs)
    await workOn(deps, { workspace, orcid, jobId: id }, { worker: `harvest-${deps.ids.next()}`, signal, heard });
};

const seenNow = async (deps: IngestionDeps, row: IngestionRow, options: PeopleOptions): Promise<Seen> => {
  const { findings } = options;
  if (row.status === 'failed') return { kind: 'changed', heard: {} };
  try {
    const seen = await lookAtPerson(deps, row, options);
    findings.answered();
    return seen;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    findings.failed({ orcid: row.orcid }, error);
    // A job tries again, and says on record what is wrong.
    return findings.isOver() ? { kind: 'gone' } : { kind: 'changed', heard: {} };
  }
};

const look = async (deps: IngestionDeps, row: IngestionRow, options: PeopleOptions): Promise<void> => {
  const { findings } = options;
  const { orcid, status, lastTransitionAt, unchangedAt } = row;
  if (findings.isOver() || (status !== 'succeeded' && status !== 'failed')) return;
  if (!isStale(Math.max(lastTransitionAt, unchangedAt ?? 0), deps.clock.now(), deps.harvestIntervalMs)) return;
  try {
    const seen = await seenNow(deps, row, options);
    if (seen.kind === 'unchanged') await findings.unchanged('people', orcid, seen.at);
    else if (seen.kind === 'changed') await giveJob(deps, row, seen.heard, options);
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    // Of one person, such as what only a later release can read: it stops none of the others.
    findings.failed({ orcid }, error);
  }
};

/** One that fails is reported, and stops no other. Throws `Unavailable` when a store is away, after the jobs under way have ended. */
export const lookAtPeople = (
  deps: IngestionDeps,
  rows: readonly IngestionRow[],
  options: PeopleOptions,
): Promise<void> => allEnded(rows.map((row) => look(deps, row, options)));
