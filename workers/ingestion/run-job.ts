/** Runs one attempt of a claimed job: fetches the lists, records their works, unlinks lost works, and saves the list checks. */
import { setMaxListeners } from 'node:events';
import { mustStillMay, RightsEnded } from '../../commands/rights.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import type { JobError } from '../../domain/ingestion/events.ts';
import { MOST_ATTEMPTS } from '../../domain/ingestion/state.ts';
import { PROVIDER } from '../../domain/limits.ts';
import { withWorkspaces } from '../../projections/queries/members.ts';
import type { WorkerOptions } from '../leading.ts';
import { claim, type Claimable, type Claimed, holdingOf, leaveInOrder, type Ownership } from './claim.ts';
import { digestOfAll, type FetchedLists, fetchLists, listNames, type Lists } from './lists.ts';
import { withSettledDois } from './listed-dois.ts';
import { registerPerson } from './person.ts';
import { withMerged } from './merged.ts';
import { type Plan, planOf, takenBackIn } from './plan.ts';
import { type IngestionDeps, ProviderUnavailable, type RequestSignal } from './ports.ts';
import { forgetChecks, providerChecksOf } from './provider-checks.ts';
import { recordAll } from './record-all.ts';
import { jobError, openTally, progressReporter } from './report.ts';
import { openTimeBudget } from './time-budget.ts';
import { ROWS_BEHIND, unlinkUnlisted } from './unlisted.ts';

const FIRST_WAIT_MS = 2_000;
const ORCID_UNKNOWN = 'orcid_unknown';
const EXPECTED: readonly string[] = [ORCID_UNKNOWN, ROWS_BEHIND];

/** A failure of a provider, an unknown iD, lagging rows or the end of a right, as opposed to a bug. */
const isExpected = (error: unknown): error is ProviderUnavailable | Refused =>
  error instanceof ProviderUnavailable ||
  error instanceof RightsEnded ||
  (error instanceof Refused && EXPECTED.includes(error.code));

/** 2, 4, 8, 16 s with jitter; longer if the provider requested it. */
const waitBefore = (attempt: number, retryAfterMs: number): number =>
  Math.max(retryAfterMs, FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2));

const planFor = async (
  deps: IngestionDeps,
  { job, caller }: Claimed,
  fetched: FetchedLists,
  ownership: () => Promise<Ownership>,
  requestSignal: RequestSignal,
): Promise<(Plan & Pick<Lists, 'checks'>) | null> => {
  const { orcid } = job;
  const { record, listed: given, checks } = await fetchLists(deps, orcid, requestSignal, fetched);
  // A mistyped iD with a valid check digit, or a deleted one, must not look like a person without publications.
  if (record === null && given.length === 0)
    throw new Refused('not_found', ORCID_UNKNOWN, 'ORCID does not know this iD, and no source lists works for it');
  const names = await registerPerson(deps, orcid, record, given, caller, ownership);
  if (names === null) return null;
  const settled = await withSettledDois(deps, given, requestSignal);
  const listed = await withMerged(deps, { workspace: caller.workspace, orcid }, settled, requestSignal);
  const plan = planOf(listed, names, await takenBackIn(deps.events, caller.workspace, listed));
  const works = plan.publications.size + plan.works.size;
  if (works > PROVIDER.listWorks)
    throw new Refused('invalid', 'too_many', `${works} works are listed; at most ${PROVIDER.listWorks} are accepted`);
  return { ...plan, checks };
};

/**
 * Saves the checks of the lists and, after a complete attempt, that the workspace has processed them; a retry of some works does not
 * look for lost ones. An erasure ends the job before it clears these records, so records saved after that are removed again.
 */
const rememberLists = async (
  deps: IngestionDeps,
  { job, workspace }: Claimed,
  { checks, began, isComplete }: Pick<Lists, 'checks'> & { readonly began: Position; readonly isComplete: boolean },
  ownership: () => Promise<Ownership>,
): Promise<void> => {
  const stored = providerChecksOf(deps);
  const digest = digestOfAll(listNames(deps), checks);
  await stored.rememberLists(job.orcid, checks);
  if (isComplete && digest !== null)
    await stored.rememberWorkedThrough(workspace, job.orcid, { digest, position: began });
  if ((await ownership()) === 'forgotten') await forgetChecks(deps.state, workspace, job.orcid);
};

const logFailure = ({ log }: IngestionDeps, { job, caller }: Claimed, error: unknown): void => {
  const fields = { jobId: job.id, correlationId: caller.correlationId };
  if (!isExpected(error)) return log.error({ ...fields, err: error }, 'a job failed');
  const provider = error instanceof ProviderUnavailable ? { provider: error.provider } : {};
  log.warn({ ...fields, ...provider, code: error.code }, 'a job failed');
};

/**
 * Resolves when the job has ended or waits for a retry, was ended by hand, or was interrupted by `stop` or the loss of the lease;
 * after an interruption another worker takes it over. Complete lists in `fetched` are not requested again. Throws `Unavailable`.
 */
export const runJob = async (
  deps: IngestionDeps,
  claimed: Claimed,
  worker: string,
  stop: AbortSignal,
  fetched: FetchedLists = {},
): Promise<void> => {
  const { job, caller, requestedBy: actor, lease } = claimed;
  const taken = new AbortController();
  const signal = AbortSignal.any([stop, lease.lost, taken.signal]);
  const budget = openTimeBudget(signal, deps.timeBudget);
  // Every running work adds a listener.
  setMaxListeners(0, signal, budget.signal);
  const { send, ownership } = holdingOf(deps, claimed, worker);
  const rights = withWorkspaces(deps);
  const goOn = (): Promise<void> => mustStillMay(rights, { workspace: caller.workspace, actor, role: 'member' });
  const tally = openTally(job.counts);
  const report = () => ({ jobId: job.id, worker, counts: tally.counts() });
  const progress = progressReporter(async () => {
    // The job was ended by hand or taken over.
    if (!(await send({ type: 'ReportProgress', ...report() }))) taken.abort();
  });
  const retry = async (error: JobError, retryAfterMs: number, works: readonly string[] | null): Promise<void> => {
    const wait = waitBefore(job.attempt, Math.max(retryAfterMs, tally.retryAfterMs()));
    const notBefore = Math.round(deps.clock.now() + wait);
    await send({ type: 'RetryIngestion', error, notBefore, works, ...report() });
  };

  try {
    await goOn();
    const began = await deps.events.head();
    const plan = await planFor(deps, claimed, fetched, ownership, budget.signal);
    if (plan === null) return;
    if (job.works === null) tally.found(plan.publications.size + plan.works.size);
    const listed = await recordAll(deps, claimed, plan, {
      tally,
      goOn,
      progress,
      signal,
      requestSignal: budget.signal,
    });
    const isComplete = job.works === null && tally.isComplete();
    // Only a completely processed list shows which works are missing.
    const whole = deps.sources.filter((source) => isComplete && plan.checks[source]?.outcome === 'listed');
    const lostWorks = await unlinkUnlisted(deps, job, { whole, listed }, caller, { signal, goOn });
    await rememberLists(deps, claimed, { checks: plan.checks, began, isComplete }, ownership);
    const passing = tally.passing();
    if (passing.length === 0 || job.attempt >= MOST_ATTEMPTS) {
      await send({ type: 'SucceedIngestion', failedWorks: tally.failedWorks(), lostWorks, ...report() });
      return;
    }
    // Permanent failures are retried too, so that the last attempt reports them. If an event cannot name them all, or staff have
    // accepted losses, which only a complete attempt unlinks, everything is retried.
    const failing = tally.failing();
    const isFullRetry = job.acceptsLosses || failing.length > PROVIDER.failedWorks;
    const providers = [...new Set(passing)].join(', ');
    const message = `${providers}: ${passing.length} work${passing.length === 1 ? '' : 's'} could not be fetched`;
    await retry({ code: 'works_failed', message }, 0, isFullRetry ? null : failing);
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof Unavailable) throw error;
    if (error instanceof ProviderUnavailable && error.isPassing)
      return retry(jobError(error), error.retryAfterMs ?? 0, job.works);
    logFailure(deps, claimed, error);
    await send({ type: 'FailIngestion', error: jobError(error), ...report() });
  } finally {
    budget.end();
  }
};

type WorkOptions = Pick<WorkerOptions, 'name' | 'signal' | 'waits'> & {
  /** Lists that a harvest check has just fetched for this job. */
  readonly fetched?: FetchedLists;
};

/**
 * Claims and runs one job; a stopping worker leaves it to the next. False if another worker has it, or it is no longer waiting. Throws
 * `Unavailable`.
 */
export const workOn = async (deps: IngestionDeps, job: Claimable, { name, signal, fetched, waits }: WorkOptions) => {
  const claimed = await claim(deps, job, name, waits);
  if (claimed === null) return false;
  try {
    await runJob(deps, claimed, name, signal, fetched);
  } finally {
    if (signal.aborted) await leaveInOrder(deps, job, name);
    await claimed.lease.release();
  }
  return true;
};
