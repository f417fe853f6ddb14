/** What the registries say of some works from the second time on that they are asked, by DOI. */
import type { SampleWork } from './catalogue.ts';

export const CORRECTIONS: Readonly<Record<string, Partial<SampleWork>>> = {
  // Staff have edited these titles in between.
  '10.5555/book.shards': { title: 'Shards: A Reader (second edition)', citedBy: 66 },
  '10.5555/data.knocks.v2': { title: '12,409 knocks on 311 pots' },
  // These follow the registry.
  '10.5555/cpot.2020.014': { publisher: 'Cracked Pot Press & Daughters', citedBy: 18 },
  '10.5555/cpot.2024.003': { date: [2024, 3, 1], citedBy: 9 },
};
