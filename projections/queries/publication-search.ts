/** Searches of publications beside their title: the names of contributors, of journals and books, of funders, or of any of the first two. */
import { queryTerms } from '../../domain/search-terms.ts';
import { authorTerm, containerTerm, funderTerm } from '../catalogue/publications.ts';
import type { TermPrefix } from '../ports.ts';

/** Blank or absent: no search. */
export type PublicationSearches = {
  readonly contributor?: string;
  readonly container?: string;
  readonly funder?: string;
  readonly search?: string;
};

const anywhere = (word: string): TermPrefix => [word, authorTerm(word), containerTerm(word)];

/** With the terms of the title. */
export const searchedTerms = ({
  q,
  contributor = '',
  container = '',
  funder = '',
  search = '',
}: PublicationSearches & { readonly q: string }): readonly TermPrefix[] => [
  ...queryTerms(q),
  ...queryTerms(contributor).map(authorTerm),
  ...queryTerms(container).map(containerTerm),
  ...queryTerms(funder).map(funderTerm),
  ...queryTerms(search).map(anywhere),
];
