/** Runs a claimed job to its end, or to its next attempt: ask the lists, record what they name, unlink what they lost, remember. */
import { setMaxListeners } from 'node:events';
import { Refused, Unavailable } from '../../domain/errors.ts';
import { PROVIDER } from '../../domain/limits.ts';
import { MOST_ATTEMPTS, NO_COUNTS } from '../../domain/ingestion/state.ts';
import type { Claimed } from './claim.ts';
import type { IngestionDeps } from './deps.ts';
import { holdingOf, type Standing } from './holding.ts';
import { askLists, digestOfAll, listNames, type HeardLists, type Lists } from './lists.ts';
import { forgetAsked, memoryOf } from './memory.ts';
import { nameOf, registerPerson } from './person.ts';
import { planOf, type Plan } from './plan.ts';
import { openPatience } from './patience.ts';
import { ProviderUnavailable, type Asking } from './ports.ts';
import { recordAll } from './record-all.ts';
import { takenBackIn } from './taken-back.ts';
import { unlinkUnlisted } from './unlisted.ts';
import { jobError, openTally, progressReporter } from './report.ts';

const FIRST_WAIT_MS = 2_000;
const ORCID_UNKNOWN = 'orcid_unknown';

/** A failure of a provider or of the iD, which no change here mends. */
const isExpected = (error: unknown): error is ProviderUnavailable | Refused =>
  error instanceof ProviderUnavailable || (error instanceof Refused && error.code === ORCID_UNKNOWN);

/** 2, 4, 8, 16 s with jitter; longer if the provider asked for it. */
const waitBefore = (attempt: number, retryAfterMs: number): number =>
  Math.max(retryAfterMs, FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2));

const planFor = async (
  deps: IngestionDeps,
  { job, caller }: Claimed,
  heard: HeardLists,
  standing: () => Promise<Standing>,
  asking: Asking,
): Promise<(Plan & Pick<Lists, 'asked'>) | null> => {
  const { orcid } = job;
  const { record, listed, asked } = await askLists(deps, orcid, asking, heard);
  // Mistyped so that its check digit fits, or no longer there: an empty list would look like a person without publications.
  if (record === null && listed.length === 0)
    throw new Refused('not_found', ORCID_UNKNOWN, 'ORCID does not know this iD, and no source lists works of it');
  if (!(await registerPerson(deps, orcid, record, listed, caller, standing))) return null;
  const plan = planOf(listed, nameOf(record), await takenBackIn(deps.events, caller.workspace, listed));
  const works = plan.publications.size + plan.works.size;
  if (works > PROVIDER.listWorks)
    throw new Refused('invalid', 'too_many', `${works} works are listed, and at most ${PROVIDER.listWorks} are taken`);
  return { ...plan, asked };
};

/**
 * Keeps what the lists said, and, of an attempt that took all of it, that the workspace has worked through that. One that tried some
 * works alone did not look for what the lists have lost. An erasure ends the job before it clears what is kept: what is put after
 * that is taken back.
 */
const rememberLists = async (
  deps: IngestionDeps,
  { job, workspace }: Claimed,
  asked: Lists['asked'],
  isComplete: boolean,
  standing: () => Promise<Standing>,
): Promise<void> => {
  const memory = memoryOf(deps);
  const digest = digestOfAll(listNames(deps), asked);
  await memory.rememberLists(job.orcid, asked);
  if (isComplete && digest !== null)
    await memory.rememberWorkedThrough(workspace, job.orcid, { digest, at: deps.clock.now() });
  if ((await standing()) === 'forgotten') await forgetAsked(deps.state, workspace, job.orcid);
};

/** Logs why a job failed: as a warning where the iD or a provider is to blame, as an error where the program is. */
const logFailure = ({ log }: IngestionDeps, { job, caller }: Claimed, error: unknown): void => {
  const fields = { jobId: job.id, correlationId: caller.correlationId };
  if (!isExpected(error)) return log.error({ ...fields, err: error }, 'a job failed');
  const provider = error instanceof ProviderUnavailable ? { provider: error.provider } : {};
  log.warn({ ...fields, ...provider, code: error.code }, 'a job failed');
};

/**
 * Ends when the job has, or has been put back to wait, or was ended by hand, or `stop` or the loss of the lease cut it off:
 * then another worker takes it over. Lists that were `heard` whole are not requested again. Throws `Unavailable` when a store is away.
 */
export const runJob = async (
  deps: IngestionDeps,
  claimed: Claimed,
  worker: string,
  stop: AbortSignal,
  heard: HeardLists = {},
): Promise<void> => {
  const { job, caller, lease } = claimed;
  const taken = new AbortController();
  const signal = AbortSignal.any([stop, lease.lost, taken.signal]);
  const patience = openPatience(signal, deps.patience);
  // Every work under way listens.
  setMaxListeners(0, signal, patience.signal);
  const { send, standing } = holdingOf(deps, claimed, worker);
  // A job that begins again from the start counts from the start.
  const tally = openTally(job.works === null ? NO_COUNTS : job.counts);
  const report = () => ({ jobId: job.id, worker, counts: tally.counts(), confirmed: tally.takeConfirmed() });
  const progress = progressReporter(tally, async () => {
    // A job that was ended by hand meanwhile needs no more work.
    if (!(await send({ type: 'ReportProgress', ...report() }))) taken.abort();
  });
  const retry = async (error: ProviderUnavailable, works: readonly string[] | null): Promise<void> => {
    const wait = waitBefore(job.attempt, Math.max(error.retryAfterMs ?? 0, tally.retryAfterMs()));
    const notBefore = Math.round(deps.clock.now() + wait);
    await send({ type: 'RetryIngestion', error: jobError(error), notBefore, works, ...report() });
  };

  try {
    const plan = await planFor(deps, claimed, heard, standing, patience.signal);
    if (plan === null) return;
    if (job.works === null) tally.found(plan.publications.size + plan.works.size);
    const listed = await recordAll(deps, claimed, plan, { tally, progress, signal, asking: patience.signal });
    const isComplete = job.works === null && tally.counts().failed === 0;
    // Only what was taken in whole says what is not there.
    const isWhole = isComplete && plan.asked.orcid?.outcome === 'listed';
    const lostWorks = isWhole ? await unlinkUnlisted(deps, job, listed, caller) : 0;
    await rememberLists(deps, claimed, plan.asked, isComplete, standing);
    const passing = tally.passing();
    if (passing === 0 || job.attempt >= MOST_ATTEMPTS) {
      await send({ type: 'SucceedIngestion', failedWorks: tally.failedWorks(), lostWorks, ...report() });
      return;
    }
    // What failed for good is tried along, so that the last attempt reports it. More than an event may name, with all others.
    // Losses that staff have accepted are unlinked by an attempt at the whole list.
    const failing = tally.failing();
    const isWithAll = job.acceptsLosses || failing.length > PROVIDER.failedWorks;
    await retry(
      new ProviderUnavailable('crossref', 'works_failed', `${passing} works could not be had`),
      isWithAll ? null : failing,
    );
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof Unavailable) throw error;
    if (error instanceof ProviderUnavailable && error.isPassing) return retry(error, job.works);
    logFailure(deps, claimed, error);
    await send({ type: 'FailIngestion', error: jobError(error), ...report() });
  } finally {
    patience.end();
  }
};
