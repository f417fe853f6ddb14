/** Checks a page of people; those who changed, or could not be checked, get a job. */
import { loadState } from '../../../commands/aggregate.ts';
import { orcidUnchangedAt } from '../../../commands/last-checks.ts';
import { newCaller, type Caller } from '../../../commands/caller.ts';
import { personAggregate } from '../../../commands/person.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { loggedWaits } from '../../../commands/waits.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { isStale } from '../../../domain/ingestion/schedule.ts';
import type { IngestionRow } from '../../../projections/ingestions.ts';
import { allEnded } from '../../together.ts';
import type { IngestionDeps } from '../deps.ts';
import type { FetchedLists } from '../lists.ts';
import { ProviderUnavailable } from '../ports.ts';
import { workOn } from '../work-on.ts';
import type { Findings } from './findings.ts';
import { checkPerson, type CheckOptions, type PersonCheck } from './check-person.ts';

export type PeopleOptions = CheckOptions & {
  readonly shards: number;
  readonly caller: Caller;
  readonly findings: Findings;
};

/** Queues a job, and runs it here if the check has fetched lists, so that they are not requested again. */
const queueJob = async (
  deps: IngestionDeps,
  { orcid, jobId }: IngestionRow,
  fetched: FetchedLists,
  { shards, caller: { workspace, actor }, findings, signal }: PeopleOptions,
): Promise<void> => {
  const request = { orcids: [orcid], triggerSource: 'harvest', shards, after: jobId } as const;
  const { jobs } = await queueIngestions(deps, request, newCaller(deps.ids, workspace, actor));
  findings.queued(jobs.map((job) => job.orcid));
  if (Object.keys(fetched).length === 0) return;
  const working = { signal, fetched, waits: loggedWaits(deps.log) };
  for (const { id } of jobs)
    await workOn(deps, { workspace, orcid, jobId: id }, { ...working, name: `harvest-${deps.ids.next()}` });
};

const checkNow = async (deps: IngestionDeps, row: IngestionRow, options: PeopleOptions): Promise<PersonCheck> => {
  const { findings } = options;
  if (row.status === 'failed') return { kind: 'changed', fetched: {} };
  try {
    const result = await checkPerson(deps, row, options);
    findings.answered();
    return result;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    findings.failed({ orcid: row.orcid }, error);
    // A job retries, and records the error.
    return findings.isOver() ? { kind: 'gone' } : { kind: 'changed', fetched: {} };
  }
};

/** Whoever staff archived, perhaps as a wrong iD, gets no new publications. */
const isArchived = async ({ events }: IngestionDeps, { workspace, orcid }: IngestionRow): Promise<boolean> =>
  (await loadState(events, personAggregate, workspace, orcid)).state.status === 'archived';

const check = async (deps: IngestionDeps, row: IngestionRow, options: PeopleOptions): Promise<void> => {
  const { findings } = options;
  const { orcid, workspace, status, lastTransitionAt } = row;
  const isRecent = (at: number): boolean => !isStale(at, deps.clock.now(), deps.harvestIntervalMs);
  if (findings.isOver() || (status !== 'succeeded' && status !== 'failed')) return;
  if (isRecent(lastTransitionAt)) return;
  try {
    if (isRecent((await orcidUnchangedAt(deps.state, workspace, orcid)) ?? 0)) return;
    if (await isArchived(deps, row)) return;
    const result = await checkNow(deps, row, options);
    if (result.kind === 'unchanged') findings.unchanged('people');
    else if (result.kind === 'changed') await queueJob(deps, row, result.fetched, options);
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    // Concerns only this person, such as an event that only a later release can read.
    findings.failed({ orcid }, error);
  }
};

/** Reports failures of single people. Throws `Unavailable`, after the running jobs have ended. */
export const checkPeople = (
  deps: IngestionDeps,
  rows: readonly IngestionRow[],
  options: PeopleOptions,
): Promise<void> => allEnded(rows.map((row) => check(deps, row, options)));
