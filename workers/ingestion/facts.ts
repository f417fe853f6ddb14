/** OpenAlex's facts, when it answers: they are welcome, not needed. */
import type { IngestionDeps } from './deps.ts';
import { ProviderUnavailable, type Facts } from './ports.ts';

/** Null when OpenAlex is away: what is known of them then stays. */
export const factsOf = async (
  { providers, log }: Pick<IngestionDeps, 'providers' | 'log'>,
  dois: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Facts> | null> => {
  try {
    return await providers.facts(dois, signal);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log.warn({ provider: error.provider, code: error.code }, 'no facts at the moment');
    return null;
  }
};
