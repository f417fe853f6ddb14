/** Invented publications, as in the public listing. */
import { searchTerms } from '../../../domain/search-terms.ts';
import type { Collection, Row } from '../../../projections/ports.ts';
import { inventedDoi, inventedOrcid, inventedPaper } from '../../support/history/papers.ts';
import { randomFrom } from '../../support/history/random.ts';

export const SORTS = ['last_fetched_at', 'publication_date', 'publication_year', 'cited_by_count', 'title'] as const;

export const publications: Collection = {
  name: 'bench_publications_v1',
  indexes: [
    ...SORTS.map((sort) => ({ equal: ['public'], sort })),
    { equal: ['public', 'publication_year'], sort: 'last_fetched_at' },
    ...SORTS.slice(0, 3).map((sort) => ({ equal: ['public', 'author_orcids'], sort })),
  ],
  arrays: ['author_orcids'],
  search: true,
};

const PAPERS_A_PERSON = 20;
const BEGAN = Date.UTC(2024, 0, 1);
const TWO_YEARS_MS = 63_000_000_000;

/** Of about 2 KB each, the same every time; some are hidden, some have no date. */
export function* inventedRows(count: number): Generator<Row> {
  const people = Math.ceil(count / PAPERS_A_PERSON);
  const random = randomFrom(11);
  for (let n = 0; n < count; n += 1) {
    const orcids = Array.from({ length: random.between(1, 3) }, () => inventedOrcid(random.between(0, people - 1)));
    const data = inventedPaper(random, n, orcids);
    const title = typeof data.title === 'string' ? data.title : '';
    const year = random.chance(0.03) ? null : random.between(1980, 2025);
    yield {
      id: inventedDoi((n * 7919) % count),
      position: n + 1,
      public: random.chance(0.95),
      title,
      author_orcids: orcids,
      publication_year: year,
      publication_date: year === null ? null : `${year}-${String(random.between(1, 12)).padStart(2, '0')}`,
      cited_by_count: random.chance(0.3) ? 0 : random.between(1, 900),
      last_fetched_at: BEGAN + random.between(0, TWO_YEARS_MS),
      data,
      terms: searchTerms(`${title} ${inventedDoi((n * 7919) % count)}`),
    };
  }
}
