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

/** OpenAlex calls nearly everything an article; where it came out has a word of its own for it. */
const IN_WORDS: readonly (readonly [RegExp, CslType])[] = [
  [/conference|proceedings/i, 'paper-conference'],
  [/thesis|dissertation/i, 'thesis'],
  [/report/i, 'report'],
  [/book.?(?:chapter|section)/i, 'chapter'],
  [/^posted-content$/i, 'article'],
];

export const kindOfOpenalex = (work: unknown): CslType => {
  const kind = kindOf(stringAt(work, 'type')) ?? 'document';
  if (kind !== 'article-journal') return kind;
  if (stringAt(work, 'primary_location', 'source', 'type') === 'conference') return 'paper-conference';
  const words = stringAt(work, 'primary_location', 'raw_type') ?? '';
  return IN_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? kind;
};
