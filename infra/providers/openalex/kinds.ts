/** OpenAlex's types of works as CSL types. */
import type { CslType } from '../../../domain/csl-schema.ts';
import { kindsOf } from '../csl/kinds.ts';
import { stringAt } from '../json.ts';

const kindOf = kindsOf({
  'article-journal': ['article', 'review', 'letter', 'editorial', 'erratum', 'retraction'],
  chapter: ['book-chapter'],
  book: ['book'],
  dataset: ['dataset'],
  article: ['preprint'],
  thesis: ['dissertation'],
  report: ['report'],
  entry: ['reference-entry'],
  review: ['peer-review'],
  standard: ['standard'],
  software: ['software'],
  webpage: ['libguides'],
});

/** OpenAlex calls conference papers articles too; where they came out says what they are. */
export const kindOfOpenalex = (work: unknown): CslType => {
  const kind = kindOf(stringAt(work, 'type')) ?? 'document';
  const conference =
    stringAt(work, 'primary_location', 'source', 'type') === 'conference' ||
    stringAt(work, 'primary_location', 'raw_type') === 'proceedings-article';
  return conference && kind === 'article-journal' ? 'paper-conference' : kind;
};
