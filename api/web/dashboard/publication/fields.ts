/** The fields of a record: their kinds, names and order. */
import { messages } from '../../client/i18n.ts';
import de from './fields/de.json' with { type: 'json' };
import en from './fields/en.json' with { type: 'json' };

/** Any other field is a text. */
const OF_KIND = {
  type: ['type'],
  markup: ['title', 'container-title', 'collection-title', 'original-title', 'reviewed-title', 'volume-title'],
  area: ['abstract', 'annote', 'note'],
  names: [
    ...['author', 'editor', 'translator', 'chair', 'collection-editor', 'compiler', 'container-author', 'contributor'],
    ...['curator', 'director', 'illustrator', 'interviewer', 'organizer', 'original-author', 'recipient'],
    ...['reviewed-author', 'composer', 'editorial-director', 'executive-producer', 'guest', 'host', 'narrator'],
    ...['performer', 'producer', 'script-writer', 'series-creator'],
  ],
  date: ['issued', 'available-date', 'accessed', 'event-date', 'original-date', 'submitted'],
  list: ['categories', 'subject'],
  keywords: ['keyword'],
  language: ['language'],
  whole: ['q', 'q_percentage'],
  decimal: ['if_value', 'if5a_value'],
  flag: ['funding'],
  isbn: ['ISBN'],
  issn: ['ISSN'],
  raw: ['custom'],
};

export type Kind = keyof typeof OF_KIND | 'text';

const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries(OF_KIND).flatMap(([kind, names]) => names.map((name): [string, Kind] => [name, kind as Kind])),
);

export const kindOf = (field: string): Kind => KINDS.get(field) ?? 'text';

const named = messages({ en, de });
const isNamed = (field: string): field is keyof typeof en => Object.hasOwn(en, field);

export const fieldName = (field: string): string => (isNamed(field) ? named(field) : field);

/** The named fields, in display order. */
export const FIELDS = Object.keys(en);

/** Identifiers and internal data. */
const UNSEEN: ReadonlySet<string> = new Set(['id', 'DOI', 'custom']);

const place = (field: string): number => {
  const index = FIELDS.indexOf(field);
  return index < 0 ? FIELDS.length : index;
};

/** The distinct fields to show of these records, in order. */
export const fieldsShown = (...records: readonly (Readonly<Record<string, unknown>> | null)[]): readonly string[] =>
  [...new Set(records.flatMap((record) => Object.keys(record ?? {})))]
    .filter((field) => !UNSEEN.has(field))
    .sort((one, other) => place(one) - place(other));

const OF_PART = ['editor', 'container-title', 'page', 'publisher', 'publisher-place', 'ISBN'];
const OF_ARTICLE = ['container-title', 'volume', 'issue', 'page', 'ISSN'];
const OF_BOOK = ['editor', 'publisher', 'publisher-place', 'ISBN', 'edition', 'collection-title', 'collection-number'];

/** What libraries record of each type, besides what every publication has. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  'article-journal': OF_ARTICLE,
  'article-magazine': OF_ARTICLE,
  'article-newspaper': ['container-title', 'page'],
  'review-book': ['reviewed-title', 'reviewed-author', ...OF_ARTICLE],
  review: ['reviewed-title', 'reviewed-author', ...OF_ARTICLE],
  book: OF_BOOK,
  chapter: OF_PART,
  'paper-conference': [...OF_PART, 'event-title'],
  entry: OF_PART,
  'entry-dictionary': OF_PART,
  'entry-encyclopedia': OF_PART,
  report: ['publisher', 'publisher-place', 'genre', 'number'],
  speech: ['event-title', 'event-place', 'event-date'],
  thesis: ['genre', 'publisher', 'publisher-place'],
};

/** Such as the editors of a chapter, the university of a thesis. */
export const usualFields = (type: unknown): readonly string[] => [
  ...['author', 'issued'],
  ...(USUAL[String(type)] ?? ['publisher']),
  ...['URL', 'language'],
];

/** The timeline also names fields that are no part of the record. */
export const isEditable = (field: string): boolean => !UNSEEN.has(field) && FIELDS.includes(field);
