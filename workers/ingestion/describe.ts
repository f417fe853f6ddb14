/** Asks for the metadata of a DOI where they are to be had: Crossref, else DataCite, else OpenAlex (decisions §9). */
import type { Answered } from '../../domain/ingestion/schedule.ts';
import type { Source } from '../../domain/publication/events.ts';
import type { AskedDoi, Describer } from './memory.ts';
import type { Described, Providers, Unchanged } from './ports.ts';

export const ASKED = ['crossref', 'datacite', 'openalex'] as const satisfies readonly Describer[];

export type Description = {
  /** Null when none of them has the DOI. */
  readonly answer: Described | Unchanged | null;
  readonly by: Describer | null;
  /** Who said "not there", now or before. */
  readonly notThere: AskedDoi['notThere'];
};

export type Question = {
  readonly doi: string;
  /** Where the present record came from. */
  readonly known: Source | null;
  /** Who said "not there" before. */
  readonly notThere: AskedDoi['notThere'];
  /** Whether one who said so is asked again before the others. */
  readonly isDue: (answered: Answered) => boolean;
  /** Epoch ms. */
  readonly now: number;
};

/**
 * Only "not there" falls through to the next provider: an outage throws `ProviderUnavailable`, since the next one's word must
 * not replace that of one who could not speak. Who has said "not there" is asked after the others, until that is due.
 */
export const describe = async (
  providers: Providers,
  { doi, known, notThere: before, isDue, now }: Question,
  signal: AbortSignal,
): Promise<Description> => {
  const isPassedOver = (provider: Describer): boolean => {
    const said = before[provider];
    return said !== undefined && !isDue(said);
  };
  const notThere = { ...before };
  for (const provider of [...ASKED.filter((each) => !isPassedOver(each)), ...ASKED.filter(isPassedOver)]) {
    const answer = await providers.describe(provider, doi, known?.provider === provider ? known : null, signal);
    if (answer.kind !== 'notThere') {
      delete notThere[provider];
      return { answer, by: provider, notThere };
    }
    notThere[provider] = { askedAt: now, changedAt: before[provider]?.changedAt ?? now };
  }
  return { answer: null, by: null, notThere };
};
