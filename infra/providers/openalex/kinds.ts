/** OpenAlex's types of works as CSL types. */
import type { CslType } from '../../../domain/csl-schema.ts';
import { kindIn, type Kinds } from '../csl/kinds.ts';
import { stringAt } from '../json.ts';

const KINDS: Kinds = {
  article: 'article-journal',
  review: 'article-journal',
  letter: 'article-journal',
  editorial: 'article-journal',
  erratum: 'article-journal',
  retraction: 'article-journal',
  'book-chapter': 'chapter',
  book: 'book',
  dataset: 'dataset',
  preprint: 'article',
  dissertation: 'thesis',
  report: 'report',
  'reference-entry': 'entry',
  'peer-review': 'review',
  standard: 'standard',
  software: 'software',
  libguides: 'webpage',
};

/** OpenAlex calls conference papers articles too; where they came out says what they are. */
export const kindOfOpenalex = (work: unknown): CslType => {
  const kind = kindIn(KINDS, stringAt(work, 'type')) ?? 'document';
  const conference =
    stringAt(work, 'primary_location', 'source', 'type') === 'conference' ||
    stringAt(work, 'primary_location', 'raw_type') === 'proceedings-article';
  return conference && kind === 'article-journal' ? 'paper-conference' : kind;
};
