/** Fetches the metadata of a DOI from Crossref, else DataCite, else OpenAlex, and OpenAlex's optional facts. */
import type { Answered } from '../../domain/ingestion/schedule.ts';
import type { Source } from '../../domain/publication/events.ts';
import {
  type Described,
  type Facts,
  type IngestionDeps,
  type NotAPublication,
  type Providers,
  ProviderUnavailable,
  type Unchanged,
} from './ports.ts';
import type { DoiCheck, MetadataProvider } from './provider-checks.ts';

export const METADATA_PROVIDERS = ['crossref', 'datacite', 'openalex'] as const satisfies readonly MetadataProvider[];

export type FetchResult = {
  /** Null if none of them has the DOI. */
  readonly answer: Described | NotAPublication | Unchanged | null;
  readonly by: MetadataProvider | null;
  /** The providers that returned "not there", now or before. */
  readonly notThere: DoiCheck['notThere'];
  /** The DOI of which a registry says that this one is an alias, instead of an answer; else null. */
  readonly knownAs: string | null;
};

type Question = {
  readonly doi: string;
  /** The source of the current record. */
  readonly known: Source | null;
  readonly notThere: DoiCheck['notThere'];
  /** Whether such a provider is due again, and so keeps its place in the order. */
  readonly isDue: (answered: Answered) => boolean;
  /** Epoch ms. */
  readonly now: number;
};

/**
 * Only "not there" falls through to the next provider. An outage throws `ProviderUnavailable`, so that no record from a later
 * provider replaces one from a provider that is down. Providers that returned "not there" come last until they are due again.
 */
export const fetchMetadata = async (
  providers: Providers,
  { doi, known, notThere: before, isDue, now }: Question,
  signal: AbortSignal,
): Promise<FetchResult> => {
  const isPostponed = (provider: MetadataProvider): boolean => {
    const answered = before[provider];
    return answered !== undefined && !isDue(answered);
  };
  const notThere = { ...before };
  for (const provider of [...METADATA_PROVIDERS].sort((a, b) => Number(isPostponed(a)) - Number(isPostponed(b)))) {
    const answer = await providers.describe(provider, doi, known?.provider === provider ? known : null, signal);
    if (answer.kind !== 'notThere') {
      delete notThere[provider];
      return { answer, by: provider, notThere, knownAs: null };
    }
    // OpenAlex is no registry: it also keeps a preprint with its article.
    const knownAs = provider === 'openalex' ? undefined : answer.knownAs;
    if (knownAs !== undefined) return { answer: null, by: null, notThere, knownAs };
    notThere[provider] = { askedAt: now, changedAt: before[provider]?.changedAt ?? now };
  }
  return { answer: null, by: null, notThere, knownAs: null };
};

/** Null if OpenAlex is unavailable: the current facts are then kept. */
export const factsOf = async (
  { providers, log }: Pick<IngestionDeps, 'providers' | 'log'>,
  dois: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Facts> | null> => {
  try {
    return await providers.facts(dois, signal);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log.warn({ provider: error.provider, code: error.code }, 'OpenAlex facts are unavailable');
    return null;
  }
};
