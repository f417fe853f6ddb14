/** Asks for the metadata of a DOI where they are to be had: Crossref, else DataCite, else OpenAlex (decisions §9). */
import type { Source } from '../../domain/publication/events.ts';
import type { Described, Providers, Unchanged } from './ports.ts';

export const ASKED = ['crossref', 'datacite', 'openalex'] as const;

/**
 * Null when nobody has the DOI. Only "not there" falls through to the next provider: an outage throws
 * `ProviderUnavailable`, since the next one's word must not replace that of one who could not speak.
 */
export const describe = async (
  providers: Providers,
  doi: string,
  known: Source | null,
  signal: AbortSignal,
): Promise<Described | Unchanged | null> => {
  for (const provider of ASKED) {
    const answer = await providers.describe(provider, doi, known?.provider === provider ? known : null, signal);
    if (answer.kind !== 'notThere') return answer;
  }
  return null;
};
