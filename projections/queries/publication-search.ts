/** Searches of publications beside their title: the names of contributors, journals and books, or all of them. */
import { queryTerms } from '../../domain/search-terms.ts';
import { authorTerm, containerTerm } from '../catalogue/publications.ts';
import type { TermPrefix } from '../ports.ts';

/** Blank or absent: no search. */
export type PublicationSearches = {
  readonly contributor?: string;
  readonly container?: string;
  readonly search?: string;
};

const anywhere = (word: string): TermPrefix => [word, authorTerm(word), containerTerm(word)];

/** With the terms of the title. */
export const searchedTerms = ({
  q,
  contributor = '',
  container = '',
  search = '',
}: PublicationSearches & { readonly q: string }): readonly TermPrefix[] => [
  ...queryTerms(q),
  ...queryTerms(contributor).map(authorTerm),
  ...queryTerms(container).map(containerTerm),
  ...queryTerms(search).map(anywhere),
];
