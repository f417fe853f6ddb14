/** A publication of an invented paper, as events and commands. */
import type { ProviderRecord } from '../../../domain/publication/commands.ts';
import type { PublicationEvent, Source } from '../../../domain/publication/events.ts';
import type { CslItem } from '../../../domain/csl.ts';

export const DOI = '10.5555/pots.1';
export const CARBERRY = '0000-0002-1825-0097';
export const original: CslItem = { type: 'article-journal', title: 'On cracked pots', volume: '1', DOI };
export const source: Source = { provider: 'crossref', url: `https://api.example.org/works/${DOI}` };

export const record: ProviderRecord = {
  doi: DOI,
  original,
  source,
  fetchedAt: 1_000,
  enrichment: null,
  citedByCount: 4,
  links: [],
};

export const added: PublicationEvent = {
  type: 'PublicationAdded',
  data: { doi: DOI, original, source, fetchedAt: 1_000, enrichment: null, citedByCount: 4, notices: [] },
};

export const happened = (
  type: 'PublicationHidden' | 'PublicationShown' | 'PublicationDeleted' | 'PublicationRestored' | 'PublicationReset',
): PublicationEvent => ({ type, data: {} });
