/** RIS: Research Information Systems' format specification (2011), its reference types and tags, as reference managers read them. */
import type { CslType } from '../domain/csl-schema.ts';
import { PAGE_RANGE, plainIn, referenceOf, type Exported, type Name } from './exported.ts';
import type { Format } from './format.ts';
import { plainText } from './markup.ts';

/** A preprint is no `JOUR`, which would have a journal. */
const TYPES: Readonly<Record<CslType, string>> = {
  article: 'UNPB',
  'article-journal': 'JOUR',
  'article-magazine': 'MGZN',
  'article-newspaper': 'NEWS',
  bill: 'BILL',
  book: 'BOOK',
  broadcast: 'VIDEO',
  chapter: 'CHAP',
  classic: 'CLSWK',
  collection: 'GEN',
  dataset: 'DATA',
  document: 'GEN',
  entry: 'ENCYC',
  'entry-dictionary': 'DICT',
  'entry-encyclopedia': 'ENCYC',
  event: 'GEN',
  figure: 'FIGURE',
  graphic: 'ART',
  hearing: 'HEAR',
  interview: 'GEN',
  legal_case: 'CASE',
  legislation: 'STAT',
  manuscript: 'MANSCPT',
  map: 'MAP',
  motion_picture: 'MPCT',
  musical_score: 'MUSIC',
  pamphlet: 'PAMP',
  'paper-conference': 'CPAPER',
  patent: 'PAT',
  performance: 'GEN',
  periodical: 'JFULL',
  personal_communication: 'PCOMM',
  post: 'ELEC',
  'post-weblog': 'BLOG',
  regulation: 'GOVDOC',
  report: 'RPRT',
  review: 'JOUR',
  'review-book': 'JOUR',
  software: 'COMP',
  song: 'SOUND',
  speech: 'SLIDE',
  standard: 'STAND',
  thesis: 'THES',
  treaty: 'GEN',
  webpage: 'ELEC',
};

/** The surname, the given names, the suffix; an organisation as it is. */
const nameOf = (name: Name): string =>
  'literal' in name ? name.literal : [name.family, name.given, name.suffix].filter((part) => part !== null).join(', ');

/** `2021/03/09/`: year, month, day, and something else. */
const dateOf = (date: string): string => {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${year}/${month}/${day}/`;
};

const entry = (publication: Exported): string => {
  const reference = referenceOf(publication);
  const { text, date, doi, url, isRetracted } = reference;
  const plain = plainIn(reference);
  const container = plain('container-title');
  const type = TYPES[reference.type];
  const pages = text('page');
  const [, first = pages, last = null] = PAGE_RANGE.exec(pages ?? '') ?? [];
  const numbers = [...reference.isbn, ...reference.issn];
  const lines: readonly (readonly [tag: string, value: string | null])[] = [
    // A review that is published by itself has no journal.
    ['TY', type === 'JOUR' && container === null ? 'GEN' : type],
    ...reference.authors.map((name) => ['AU', nameOf(name)] as const),
    ...reference.editors.map((name) => ['A2', nameOf(name)] as const),
    ['TI', plain('title')],
    ['T2', container ?? plain('event-title')],
    ['J2', plain('container-title-short')],
    ['T3', plain('collection-title')],
    ['PY', date === null ? null : date.slice(0, 4)],
    ['DA', date === null ? null : dateOf(date)],
    ['VL', plain('volume')],
    ['IS', plain('issue')],
    ['SP', first],
    ['EP', last],
    ['ET', plain('edition')],
    ['PB', plain('publisher')],
    ['CY', plain('publisher-place')],
    // An article number, where reference managers look for it.
    [type === 'JOUR' ? 'C7' : 'M1', plain('number')],
    ['M3', plain('genre')],
    ['SN', numbers.length === 0 ? null : numbers.join(', ')],
    ['DO', doi],
    ['UR', url],
    ['LA', plain('language')],
    ...reference.keywords.map((word) => ['KW', plainText(word)] as const),
    ['AB', plain('abstract')],
    ['N1', isRetracted ? 'Retracted' : null],
    ['N1', reference.hasMoreAuthors ? 'Not all authors are listed.' : null],
    ['ER', ''],
  ];
  return lines.flatMap(([tag, value]) => (value === null ? [] : [`${tag}  - ${value}\r\n`])).join('');
};

export const ris: Format = {
  type: 'application/x-research-info-systems',
  extension: 'ris',
  between: '\r\n',
  entry,
};
