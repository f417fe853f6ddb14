/** Maps OpenAlex's types of works to CSL types. */
import type { CslType } from '../../../domain/csl-schema.ts';
import { kindsOf } from '../csl/parts.ts';
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

/** OpenAlex labels nearly everything an article; the type given by the source is more specific. */
const RAW_TYPES: readonly (readonly [RegExp, CslType])[] = [
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
  const rawType = stringAt(work, 'primary_location', 'raw_type') ?? '';
  return RAW_TYPES.find(([pattern]) => pattern.test(rawType))?.[1] ?? kind;
};
