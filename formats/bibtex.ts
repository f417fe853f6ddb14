/** BibTeX for any TeX, in ASCII as far as there are commands for characters. Patashnik, BibTeXing (1988), §3: entry types and fields. */
import type { CslType } from '../domain/csl-schema.ts';
import { yearOf } from '../domain/partial-date.ts';
import { referenceOf, type Exported, type Reference } from './exported.ts';
import type { Format } from './format.ts';
import { entryOf, texIn } from './tex-entry.ts';

/** §3.1. Every other type is `misc`: styles treat one that they do not know in the same way, but complain. */
const TYPES: { readonly [Type in CslType]?: string } = {
  'article-journal': 'article',
  'article-magazine': 'article',
  'article-newspaper': 'article',
  review: 'article',
  'review-book': 'article',
  book: 'book',
  classic: 'book',
  chapter: 'incollection',
  entry: 'incollection',
  'entry-dictionary': 'incollection',
  'entry-encyclopedia': 'incollection',
  'paper-conference': 'inproceedings',
  pamphlet: 'booklet',
  report: 'techreport',
  standard: 'techreport',
  thesis: 'phdthesis',
  manuscript: 'unpublished',
};

/** The field in which each type has its container (§3.2), and that of its publisher. */
const CONTAINER: Readonly<Record<string, string>> = {
  article: 'journal',
  incollection: 'booktitle',
  inproceedings: 'booktitle',
};
const PUBLISHER: Readonly<Record<string, string>> = {
  book: 'publisher',
  incollection: 'publisher',
  inproceedings: 'publisher',
  phdthesis: 'school',
  mastersthesis: 'school',
  techreport: 'institution',
  article: 'publisher',
};

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const typeOf = ({ type, text }: Reference): string => {
  const known = TYPES[type] ?? 'misc';
  if (known === 'phdthesis' && /master|bachelor|diplom/iu.test(text('genre') ?? '')) return 'mastersthesis';
  // An article needs a journal, and a part a whole.
  const isWithin = text('container-title') ?? (known === 'inproceedings' ? text('event-title') : null);
  return CONTAINER[known] !== undefined && isWithin === null ? 'misc' : known;
};

const entry = (publication: Exported): string => {
  const reference = referenceOf(publication);
  const { date } = reference;
  const tex = texIn(reference, 'ascii');
  const type = typeOf(reference);
  const isArticle = type === 'article';
  const container = tex('container-title') ?? (type === 'inproceedings' ? tex('event-title') : null);
  const publisher = PUBLISHER[type];
  const own = {
    // `misc` has no field for the publisher.
    [CONTAINER[type] ?? 'howpublished']: container ?? (type === 'misc' ? tex('publisher') : null),
    ...(publisher === undefined ? {} : { [publisher]: tex('publisher') }),
    address: tex('publisher-place'),
    number: tex('issue') ?? (isArticle ? null : tex('number')),
    // Styles show no other field for the number of an article.
    ...(isArticle && reference.text('page') === null ? { pages: tex('number') } : {}),
    year: date === null ? null : String(yearOf(date)),
    type: isArticle ? null : tex('genre'),
  };
  return entryOf(type, reference, 'ascii', own, { month: MONTHS[Number(date?.slice(5, 7)) - 1] ?? null });
};

export const bibtex: Format = { type: 'application/x-bibtex', extension: 'bib', between: '\n', entry };
