/** Records the planned works of a job concurrently, each as the item that its identifiers resolve to; a failure of one does not affect the others. */
import PQueue from 'p-queue';
import { isHidden, isMisprintHidden, supersedeMisprint } from '../../commands/alias.ts';
import type { Caller } from '../../commands/caller.ts';
import type { Deps } from '../../commands/handle.ts';
import { RightsEnded } from '../../commands/rights.ts';
import { resolveWork } from '../../commands/work-identity/resolve.ts';
import type { Root } from '../../commands/work-identity/roots.ts';
import { suggestJoins, supersede } from '../../commands/work-identity/supersede.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import { isDoi } from '../../domain/item.ts';
import type { Claimed } from './claim.ts';
import { factsOf } from './fetch-metadata.ts';
import type { Plan, Planned } from './plan.ts';
import { type IngestionDeps, ProviderUnavailable, type RequestSignal } from './ports.ts';
import { type Recorded, recordPublication, recordWork } from './record.ts';
import type { Tally } from './report.ts';
import type { ListedItem } from './unlisted.ts';

type Recorders = {
  /** `isHidden`: staff have hidden a work that is the same item. Null if no provider has the DOI and there is no fallback. */
  readonly publication: (doi: string, isHidden: boolean) => ReturnType<typeof recordPublication>;
  /** Null if another item has superseded the work. */
  readonly work: (key: string) => Promise<Recorded | null>;
};

/** Bounds the loop while others also join works; the next ingestion of the list joins the rest. */
const ROUNDS = 10;

const isWorkHidden = ({ loaded }: Root): boolean => isHidden(loaded.state);

/**
 * Records an entry as the item that its identifiers resolve to, and joins works that turn out to be the same. `owner`: of the list. Returns the item and the outcome; null if nothing was recorded.
 */
export const recordListed = async (
  deps: Deps,
  doi: string | null,
  { listed, aliases }: Pick<Planned, 'listed' | 'aliases'>,
  owner: string,
  recording: Recorders,
  caller: Caller,
): Promise<{ readonly id: string; readonly recorded: Recorded } | null> => {
  let named = {
    doi,
    aliases,
    entry: { summary: listed.summary, owner },
    list: listed.from.url,
    at: deps.clock.now(),
  };
  let done: { readonly id: string; readonly recorded: Recorded } | null = null;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, others, doubtful } = await resolveWork(deps, named, caller);
    if (done === null || done.id !== id) {
      if (isDoi(id)) {
        const recorded = await recording.publication(id, others.some(isWorkHidden));
        if (recorded === null) return null;
        done = { id: recorded.doi, recorded };
        if (recorded.doi !== id) {
          // An alias: the identifiers are those of the primary DOI.
          named = { ...named, doi: recorded.doi };
          continue;
        }
      } else {
        const recorded = await recording.work(id);
        if (recorded === null) continue;
        done = { id, recorded };
      }
    }
    await suggestJoins(deps, id, doubtful, caller);
    if (!(await supersede(deps, others, id, owner, caller))) break;
  }
  return done;
};

/** Concurrent works; the providers' own limits also apply. */
const MAX_CONCURRENT = 16;

type Recording = {
  readonly tally: Tally;
  /** Called before each work. Throws `RightsEnded`, which ends the recording. */
  readonly goOn: () => Promise<void>;
  /** Called after each work. */
  readonly progress: () => Promise<void>;
  /** Ends the recording; `requestSignal` ends requests to providers. */
  readonly signal: AbortSignal;
  readonly requestSignal: RequestSignal;
};

const recorderOf = async (
  deps: IngestionDeps,
  { job, caller }: Claimed,
  { dois, names }: { readonly dois: readonly string[]; readonly names: readonly string[] },
  requestSignal: RequestSignal,
): Promise<(doi: string | null, planned: Planned) => ReturnType<typeof recordListed>> => {
  const facts = await factsOf(deps, dois, requestSignal);
  const requested = new Set(dois);
  const publication = async (doi: string, { basis, listed, isCutOff, misprints }: Planned, isHidden: boolean) => {
    const isHiddenIfNew = isHidden || (await isMisprintHidden(deps.events, caller.workspace, misprints));
    // Once the time is up, no more requests are sent.
    requestSignal.throwIfAborted();
    const links = basis === null ? [] : [{ orcid: job.orcid, basis }];
    // A work found through its other identifiers was not among the requested DOIs.
    const known = facts === null ? undefined : (facts.get(doi) ?? (requested.has(doi) ? null : undefined));
    // An explicit request always queries the provider; a harvest relies on recent responses.
    const ask = job.triggerSource === 'harvest' ? 'due' : 'known';
    const sought = basis === null && isCutOff === true ? { orcid: job.orcid, names } : null;
    const request = { doi, links, sought, facts: known, fallback: listed, ask, isHiddenIfNew } as const;
    return recordPublication(deps, request, caller, requestSignal);
  };
  return (doi, planned) =>
    recordListed(
      deps,
      doi,
      planned,
      job.orcid,
      {
        publication: (found, isHidden) => publication(found, planned, isHidden),
        work: (key) => recordWork(deps, key, planned, job.orcid, caller),
      },
      caller,
    );
};

/** Returns the items that the lists name. Throws `Unavailable` and `RightsEnded`, after the running works have ended. */
export const recordAll = async (
  deps: IngestionDeps,
  claimed: Claimed,
  plan: Plan,
  { tally, goOn, progress, signal, requestSignal }: Recording,
): Promise<readonly ListedItem[]> => {
  const { job, caller } = claimed;
  const wanted = (planned: ReadonlyMap<string, Planned>): readonly (readonly [string, Planned])[] =>
    [...planned].filter(([key]) => job.works === null || job.works.includes(key));
  const publications = wanted(plan.publications);
  const dois = publications.map(([doi]) => doi);
  const recorder = await recorderOf(deps, claimed, { dois, names: plan.names }, requestSignal);
  const listed: ListedItem[] = [];
  const record = async (doi: string | null, planned: Planned): Promise<void> => {
    const outcome = await recorder(doi, planned);
    if (outcome === null) return;
    const { id, recorded } = outcome;
    if (isDoi(id))
      for (const misprint of planned.misprints) await supersedeMisprint(deps, misprint, id, claimed.caller);
    tally.recorded(recorded);
    listed.push({ id, sources: planned.sources });
  };

  const broken: (Unavailable | RightsEnded)[] = [];
  const failed = (key: string, error: unknown): void => {
    if (!(error instanceof ProviderUnavailable || error instanceof Refused))
      deps.log.error({ jobId: job.id, work: key, correlationId: caller.correlationId, err: error }, 'a work failed');
    tally.failed(key, error);
  };
  const queue = new PQueue({ concurrency: MAX_CONCURRENT });
  const enqueue = (key: string, doi: string | null, planned: Planned): void =>
    void queue.add(async () => {
      if (signal.aborted || broken.length > 0) return;
      try {
        await goOn();
        await record(doi, planned);
        await progress();
      } catch (error) {
        if (signal.aborted) return;
        // These stop all works; any other error concerns only this one.
        if (error instanceof Unavailable || error instanceof RightsEnded) broken.push(error);
        else failed(key, error);
      }
    });
  for (const [doi, planned] of publications) enqueue(doi, doi, planned);
  for (const [key, planned] of wanted(plan.works)) enqueue(key, null, planned);
  await queue.onIdle();
  signal.throwIfAborted();
  const [reason] = broken;
  if (reason !== undefined) throw reason;
  return listed;
};
