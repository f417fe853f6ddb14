/** Runs a claimed job to its end, or to its next attempt. */
import { setMaxListeners } from 'node:events';
import PQueue from 'p-queue';
import { loadState } from '../../commands/aggregate.ts';
import { causedBy } from '../../commands/caller.ts';
import { PERSON_ERASED } from '../../commands/erase-person.ts';
import { handle } from '../../commands/handle.ts';
import { ingestionAggregate } from '../../commands/ingestion.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import type { Item } from '../../domain/identifier/events.ts';
import type { IngestionCommand } from '../../domain/ingestion/ingestion.ts';
import { PROVIDER } from '../../domain/limits.ts';
import { MOST_ATTEMPTS, NO_COUNTS, type Ingestion } from '../../domain/ingestion/state.ts';
import type { Claimed } from './claim.ts';
import type { IngestionDeps } from './deps.ts';
import { factsOf } from './facts.ts';
import { askLists, digestOfAll, listNames, type HeardLists, type Lists } from './lists.ts';
import { forgetAsked, memoryOf } from './memory.ts';
import { nameOf, registerPerson, type Standing } from './person.ts';
import { planOf, type Plan, type Planned } from './plan.ts';
import { openPatience } from './patience.ts';
import { ProviderUnavailable, type Asking } from './ports.ts';
import { recordListed } from './record-listed.ts';
import { recordPublication, recordWork, type Recorded } from './record.ts';
import { takenBackIn } from './taken-back.ts';
import { unlinkUnlisted, type ListedItems } from './unlisted.ts';
import { jobError, openTally, type Tally } from './report.ts';

/** Works under way at once; the providers' own limits hold besides. */
const AT_ONCE = 16;
const PROGRESS_EVERY_MS = 5_000;
/** Also a bound on the size of an event: each lists up to so many confirmations. */
const PROGRESS_EVERY = 500;
const FIRST_WAIT_MS = 2_000;
const ORCID_UNKNOWN = 'orcid_unknown';

/** A failure of a provider or of the iD, which no change here mends. */
const isExpected = (error: unknown): error is ProviderUnavailable | Refused =>
  error instanceof ProviderUnavailable || (error instanceof Refused && error.code === ORCID_UNKNOWN);

/** True while the job is still this worker's after it. */
type Send = (command: IngestionCommand) => Promise<boolean>;

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

const recordAll = async (
  deps: IngestionDeps,
  { job, caller }: Claimed,
  plan: Plan,
  tally: Tally,
  progress: () => Promise<void>,
  signal: AbortSignal,
  asking: Asking,
): Promise<ListedItems> => {
  const wanted = <T>(entries: Iterable<readonly [string, T]>): readonly (readonly [string, T])[] =>
    [...entries].filter(([key]) => job.works === null || job.works.includes(key));
  const publications = wanted(plan.publications);
  const facts = await factsOf(
    deps,
    publications.map(([doi]) => doi),
    asking,
  );

  const describe = (doi: string, { basis, listed }: Planned, isHiddenIfNew: boolean): Promise<Recorded | null> => {
    // The time is up: no provider is asked any more.
    asking.throwIfAborted();
    const links = basis === null ? [] : [{ orcid: job.orcid, basis }];
    const known = facts === null ? undefined : facts.get(doi);
    // What is known by its other names alone was not among the DOIs that were asked about.
    const isAsked = facts !== null && plan.publications.has(doi);
    const said = known ?? (isAsked ? null : undefined);
    // Who asks for a job wants to know; a harvest goes by what has been asked lately.
    const ask = job.triggerSource === 'harvest' ? 'due' : 'known';
    return recordPublication(deps, { doi, links, facts: said, fallback: listed, ask, isHiddenIfNew }, caller, asking);
  };
  const listed: { readonly all: Item[]; readonly byOrcid: Item[] } = { all: [], byOrcid: [] };
  const record = async (doi: string | null, planned: Planned): Promise<void> => {
    const recording = {
      publication: (found: string, isHidden: boolean) => describe(found, planned, isHidden),
      work: (key: string) => recordWork(deps, key, planned, job.orcid, caller),
    };
    const outcome = await recordListed(deps, doi, planned, recording, caller);
    if (outcome === null) return;
    const { item, recorded } = outcome;
    tally.recorded('doi' in item ? item.doi : null, recorded);
    listed.all.push(item);
    if (planned.basis === 'orcid_list') listed.byOrcid.push(item);
  };

  const broken: unknown[] = [];
  const queue = new PQueue({ concurrency: AT_ONCE });
  const enqueue = (key: string, record: () => Promise<void>): void =>
    void queue.add(async () => {
      if (signal.aborted || broken.length > 0) return;
      try {
        await record();
        await progress();
      } catch (error) {
        if (signal.aborted) return;
        // One work's trouble is its own; a store that is away is everybody's.
        if (error instanceof Unavailable) broken.push(error);
        else {
          if (!(error instanceof ProviderUnavailable || error instanceof Refused))
            deps.log.error(
              { jobId: job.id, work: key, correlationId: caller.correlationId, err: error },
              'a work failed',
            );
          tally.failed(key, error);
        }
      }
    });
  for (const [doi, planned] of publications) enqueue(doi, () => record(doi, planned));
  for (const [key, planned] of wanted(plan.works)) enqueue(key, () => record(null, planned));
  await queue.onIdle();
  signal.throwIfAborted();
  if (broken.length > 0) throw broken[0];
  return listed;
};

const progressReporter = (tally: Tally, tell: () => Promise<void>): (() => Promise<void>) => {
  let last = performance.now();
  let done = 0;
  return async () => {
    done += 1;
    if (performance.now() - last < PROGRESS_EVERY_MS && tally.untold() < PROGRESS_EVERY && done % PROGRESS_EVERY !== 0)
      return;
    last = performance.now();
    await tell();
  };
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
  // A job that begins again from the start counts from the start.
  const tally = openTally(job.works === null ? NO_COUNTS : job.counts);
  const jobId = job.id;
  const isHeld = ({ job: latest }: Ingestion): boolean =>
    latest?.id === jobId && latest.status === 'processing' && latest.worker === worker;
  const send: Send = async (command) => {
    const { state } = await handle(deps, ingestionAggregate, job.orcid, command, causedBy(deps.ids, caller));
    return isHeld(state);
  };
  const standing = async (): Promise<Standing> => {
    const { state } = await loadState(deps.events, ingestionAggregate, caller.workspace, job.orcid);
    if (isHeld(state)) return 'held';
    return state.job?.id !== jobId || state.job.error?.code === PERSON_ERASED ? 'forgotten' : 'lost';
  };
  const report = () => ({ jobId, worker, counts: tally.counts(), confirmed: tally.takeConfirmed() });
  const retry = async (error: unknown, works: readonly string[] | null): Promise<void> => {
    const asked = error instanceof ProviderUnavailable ? (error.retryAfterMs ?? 0) : 0;
    const notBefore = Math.round(deps.clock.now() + waitBefore(job.attempt, Math.max(asked, tally.retryAfterMs())));
    await send({ type: 'RetryIngestion', error: jobError(error), notBefore, works, ...report() });
  };

  try {
    const plan = await planFor(deps, claimed, heard, standing, patience.signal);
    if (plan === null) return;
    if (job.works === null) tally.found(plan.publications.size + plan.works.size);
    const progress = progressReporter(tally, async () => {
      // A job that was ended by hand meanwhile needs no more work.
      if (!(await send({ type: 'ReportProgress', ...report() }))) taken.abort();
    });
    const listed = await recordAll(deps, claimed, plan, tally, progress, signal, patience.signal);
    // Only what was taken in whole says what is not there.
    const isWhole = job.works === null && tally.counts().failed === 0 && plan.asked.orcid?.outcome === 'listed';
    const lostWorks = isWhole ? await unlinkUnlisted(deps, job, listed, caller) : 0;
    await rememberLists(deps, claimed, plan.asked, job.works === null && tally.counts().failed === 0, standing);
    const passing = tally.passing();
    if (passing > 0 && job.attempt < MOST_ATTEMPTS) {
      // What failed for good is tried along, so that the last attempt reports it. More than an event may name, with all others.
      const failing = tally.failing();
      const works = failing.length > PROVIDER.failedWorks ? null : failing;
      await retry(new ProviderUnavailable('crossref', 'works_failed', `${passing} works could not be had`), works);
    } else await send({ type: 'SucceedIngestion', failedWorks: tally.failedWorks(), lostWorks, ...report() });
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof Unavailable) throw error;
    if (error instanceof ProviderUnavailable && error.isPassing) return retry(error, job.works);
    if (isExpected(error)) {
      const provider = error instanceof ProviderUnavailable ? { provider: error.provider } : {};
      deps.log.warn({ jobId, correlationId: caller.correlationId, ...provider, code: error.code }, 'a job failed');
    } else deps.log.error({ jobId, correlationId: caller.correlationId, err: error }, 'a job failed');
    await send({ type: 'FailIngestion', error: jobError(error), ...report() });
  } finally {
    patience.end();
  }
};
