/** Records the works that are planned of a job, some at once; what happens to one is its own. */
import PQueue from 'p-queue';
import { Unavailable, Refused } from '../../domain/errors.ts';
import type { Item } from '../../domain/identifier/events.ts';
import type { Claimed } from './claim.ts';
import type { IngestionDeps } from './deps.ts';
import { factsOf } from './facts.ts';
import type { Plan, Planned } from './plan.ts';
import { ProviderUnavailable, type Asking } from './ports.ts';
import { recordListed } from './record-listed.ts';
import { recordPublication, recordWork, type Recorded } from './record.ts';
import type { Tally } from './report.ts';
import type { ListedItems } from './unlisted.ts';

/** Works under way at once; the providers' own limits hold besides. */
const AT_ONCE = 16;

export type Recording = {
  readonly tally: Tally;
  /** Called after each work. */
  readonly progress: () => Promise<void>;
  /** Ends the recording; providers are asked no longer than `asking`. */
  readonly signal: AbortSignal;
  readonly asking: Asking;
};

/** What one of the works needs to be recorded. */
const recorderOf = async (
  deps: IngestionDeps,
  { job, caller }: Claimed,
  dois: readonly string[],
  asking: Asking,
): Promise<(doi: string | null, planned: Planned) => ReturnType<typeof recordListed>> => {
  const facts = await factsOf(deps, dois, asking);
  const asked = new Set(dois);
  const publication = (doi: string, { basis, listed }: Planned, isHiddenIfNew: boolean): Promise<Recorded | null> => {
    // The time is up: no provider is asked any more.
    asking.throwIfAborted();
    const links = basis === null ? [] : [{ orcid: job.orcid, basis }];
    // What is known by its other names alone was not among the DOIs that were asked about.
    const said = facts === null ? undefined : (facts.get(doi) ?? (asked.has(doi) ? null : undefined));
    // Who asks for a job wants to know; a harvest goes by what has been asked lately.
    const ask = job.triggerSource === 'harvest' ? 'due' : 'known';
    return recordPublication(deps, { doi, links, facts: said, fallback: listed, ask, isHiddenIfNew }, caller, asking);
  };
  return (doi, planned) =>
    recordListed(
      deps,
      doi,
      planned,
      {
        publication: (found, isHidden) => publication(found, planned, isHidden),
        work: (key) => recordWork(deps, key, planned, job.orcid, caller),
      },
      caller,
    );
};

/** Which items the lists name. Throws `Unavailable` when a store is away, once the works under way have ended. */
export const recordAll = async (
  deps: IngestionDeps,
  claimed: Claimed,
  plan: Plan,
  { tally, progress, signal, asking }: Recording,
): Promise<ListedItems> => {
  const { job, caller } = claimed;
  const wanted = (planned: ReadonlyMap<string, Planned>): readonly (readonly [string, Planned])[] =>
    [...planned].filter(([key]) => job.works === null || job.works.includes(key));
  const publications = wanted(plan.publications);
  const dois = publications.map(([doi]) => doi);
  const recorder = await recorderOf(deps, claimed, dois, asking);
  const listed: { readonly all: Item[]; readonly byOrcid: Item[] } = { all: [], byOrcid: [] };
  const record = async (doi: string | null, planned: Planned): Promise<void> => {
    const outcome = await recorder(doi, planned);
    if (outcome === null) return;
    const { item, recorded } = outcome;
    tally.recorded('doi' in item ? item.doi : null, recorded);
    listed.all.push(item);
    if (planned.basis === 'orcid_list') listed.byOrcid.push(item);
  };

  const broken: Unavailable[] = [];
  const failed = (key: string, error: unknown): void => {
    if (!(error instanceof ProviderUnavailable || error instanceof Refused))
      deps.log.error({ jobId: job.id, work: key, correlationId: caller.correlationId, err: error }, 'a work failed');
    tally.failed(key, error);
  };
  const queue = new PQueue({ concurrency: AT_ONCE });
  const enqueue = (key: string, doi: string | null, planned: Planned): void =>
    void queue.add(async () => {
      if (signal.aborted || broken.length > 0) return;
      try {
        await record(doi, planned);
        await progress();
      } catch (error) {
        if (signal.aborted) return;
        // One work's trouble is its own; a store that is away is everybody's.
        if (error instanceof Unavailable) broken.push(error);
        else failed(key, error);
      }
    });
  for (const [doi, planned] of publications) enqueue(doi, doi, planned);
  for (const [key, planned] of wanted(plan.works)) enqueue(key, null, planned);
  await queue.onIdle();
  signal.throwIfAborted();
  const [away] = broken;
  if (away !== undefined) throw away;
  return listed;
};
