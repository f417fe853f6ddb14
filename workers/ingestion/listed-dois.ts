/** Which publication each DOI of a list stands for: lists have DOIs that no registry knows, with dirt at their end or misprints. */
import PQueue from 'p-queue';
import { plainerDoi } from '../../domain/doi.ts';
import { isDue, type Answered } from '../../domain/ingestion/schedule.ts';
import { fetchMetadata } from './fetch-metadata.ts';
import { type IngestionDeps, type ListedWork, ProviderUnavailable } from './ports.ts';
import { providerChecksOf } from './provider-checks.ts';

type Deps = Pick<IngestionDeps, 'providers' | 'state' | 'clock' | 'harvestIntervalMs'>;

/** Whether a provider has a record of it, as remembered or as they say now. An outage leaves the DOI as it is: only its work fails. */
const isKnown = async (deps: Deps, doi: string, signal: AbortSignal): Promise<boolean> => {
  const stored = providerChecksOf(deps);
  const [before, now] = [await stored.doi(doi), deps.clock.now()];
  const due = (answered: Answered): boolean => isDue(answered, now, deps.harvestIntervalMs);
  if (before !== null && (before.by !== null || !due(before))) return before.by !== null;
  try {
    const question = { doi, known: null, notThere: before?.notThere ?? {}, isDue: due, now };
    const { by, notThere, knownAs } = await fetchMetadata(deps.providers, question, signal);
    if (by !== null || knownAs !== null) return true;
    await stored.rememberDoi(doi, { askedAt: now, changedAt: before?.changedAt ?? now, by, digest: null, notThere });
    return false;
  } catch (error) {
    if (error instanceof ProviderUnavailable) return true;
    throw error;
  }
};

const MAX_CONCURRENT = 16;

/** The lists, with each DOI that no provider knows as given replaced by what it stands for. Throws `Unavailable`. */
export const withSettledDois = async (
  deps: Deps,
  listed: readonly ListedWork[],
  signal: AbortSignal,
): Promise<readonly ListedWork[]> => {
  const asked = new Map<string, Promise<boolean>>();
  const known = (doi: string): Promise<boolean> => {
    const answer = asked.get(doi) ?? isKnown(deps, doi, signal);
    asked.set(doi, answer);
    return answer;
  };
  const settle = async (doi: string, beside: readonly string[]): Promise<string> => {
    const plainer = plainerDoi(doi);
    const others = [...(plainer === null ? [] : [plainer]), ...beside];
    if (others.length === 0 || (await known(doi))) return doi;
    // Without a DOI beside it, a plainer one need not be known.
    for (const other of beside.length === 0 ? [] : others) if (await known(other)) return other;
    return plainer ?? doi;
  };
  const queue = new PQueue({ concurrency: MAX_CONCURRENT });
  return Promise.all(
    listed.map((work) =>
      queue.add(async (): Promise<ListedWork> => {
        const dois = await Promise.all(work.dois.map((doi) => settle(doi, work.beside ?? [])));
        const given = work.dois.filter((doi, n) => dois[n] !== doi);
        return given.length === 0 ? work : { ...work, dois: [...new Set(dois)], given };
      }),
    ),
  );
};
