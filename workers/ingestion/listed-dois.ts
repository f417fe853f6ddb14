/** Which publication each DOI of a list stands for: lists have DOIs that no registry knows, with dirt at their end. */
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
    const { by, notThere } = await fetchMetadata(deps.providers, question, signal);
    if (by !== null) return true;
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
  const doubtful = new Set(listed.flatMap(({ dois }) => dois.filter((doi) => plainerDoi(doi) !== null)));
  const settled = new Map<string, string>();
  const settle = async (doi: string): Promise<void> => {
    if (!(await isKnown(deps, doi, signal))) settled.set(doi, plainerDoi(doi) ?? doi);
  };
  await new PQueue({ concurrency: MAX_CONCURRENT }).addAll([...doubtful].map((doi) => () => settle(doi)));
  if (settled.size === 0) return listed;
  return listed.map((work) => ({ ...work, dois: [...new Set(work.dois.map((doi) => settled.get(doi) ?? doi))] }));
};
