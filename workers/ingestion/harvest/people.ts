/** Checks a page of people; those whose record or lists changed, or could not be checked, get a job. */
import { loadState } from '../../../commands/aggregate.ts';
import { type Caller, newCaller } from '../../../commands/caller.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import { orcidUnchangedAt } from '../../../commands/last-checks.ts';
import { personAggregate } from '../../../commands/person.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { loggedWaits } from '../../../commands/waits.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { BEGINNING, type Position } from '../../../domain/event.ts';
import { isStale } from '../../../domain/ingestion/schedule.ts';
import type { IngestionRow } from '../../../projections/ingestions.ts';
import { allEnded, oneAtATime } from '../../together.ts';
import { checkLists, checksAfter, digestOfAll, type FetchedLists, listNames } from '../lists.ts';
import { type IngestionDeps, ProviderUnavailable } from '../ports.ts';
import { forgetChecks, providerChecksOf } from '../provider-checks.ts';
import { workOn } from '../run-job.ts';
import { withTimeBudget } from '../time-budget.ts';
import type { Findings } from './findings.ts';

/** `gone`: the job was erased, or another one followed, in the meantime. */
type PersonCheck =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; /** The lists fetched by the check. */ readonly fetched: FetchedLists }
  | { readonly kind: 'gone' };

type CheckOptions = {
  /** Lists processed before the workspace was reset must be processed again. Null if it never was. */
  readonly reset: Position | null;
  readonly signal: AbortSignal;
};

/** Throws `ProviderUnavailable`, `Unavailable`. */
const checkPerson = async (
  deps: IngestionDeps,
  { workspace, orcid, jobId }: Pick<IngestionRow, 'workspace' | 'orcid' | 'jobId'>,
  { reset, signal }: CheckOptions,
): Promise<PersonCheck> => {
  const [stored, names] = [providerChecksOf(deps), listNames(deps)];
  const worked = await stored.workedThrough(workspace, orcid);
  const isBefore = reset !== null && (worked?.position ?? BEGINNING) < reset;
  if (worked === null || isBefore) return { kind: 'changed', fetched: {} };

  // Of several workspaces with this person, the first sends the requests.
  const { checks, fetched } = await oneAtATime(deps.state, orcid, async () => {
    const before = await stored.lists(orcid);
    // The workspace has not processed the latest lists, so it needs a job anyway, which fetches them.
    if (digestOfAll(names, before) !== worked.digest) return { checks: before, fetched: {} };
    const fetched = await withTimeBudget(signal, deps.timeBudget, (requestSignal) =>
      checkLists(deps, orcid, before, requestSignal),
    );
    const checks = checksAfter(before, fetched);
    await stored.rememberLists(orcid, checks);
    return { checks, fetched };
  });
  const isSame = digestOfAll(names, checks) === worked.digest;
  const at = Math.min(...names.map((name) => checks[name]?.askedAt ?? Infinity));
  if (isSame) await stored.rememberWorkedThrough(workspace, orcid, { ...worked, unchangedAt: at });

  const { job } = (await loadState(deps.events, ingestionAggregate, workspace, orcid)).state;
  // An erasure removes the jobs before it clears these records, so records saved after that are removed again.
  if (job === null) await forgetChecks(deps.state, workspace, orcid);
  if (job?.id !== jobId || job.status !== 'succeeded') return { kind: 'gone' };
  return isSame ? { kind: 'unchanged' } : { kind: 'changed', fetched };
};

type PeopleOptions = CheckOptions & {
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
