/** Fetches OpenAlex's facts, which are optional. */
import type { IngestionDeps } from './deps.ts';
import { ProviderUnavailable, type Facts } from './ports.ts';

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
