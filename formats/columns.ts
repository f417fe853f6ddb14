/** The columns of tables, each a line. Texts are plain. */
import { yearOf } from '../domain/partial-date.ts';
import { doiUrl } from '../domain/doi.ts';
import { referenceOf, type Exported, type Name, type Reference } from './exported.ts';
import { plainText } from './markup.ts';

const namesOf = (names: readonly Name[]): string =>
  names
    .map((name) =>
      'literal' in name ? name.literal : [name.family, name.given, name.suffix].filter(Boolean).join(', '),
    )
    .join('; ');

type Row = { readonly publication: Exported; readonly reference: Reference };

const plain =
  (field: Parameters<Reference['text']>[0]) =>
  ({ reference: { text } }: Row): string =>
    plainText(text(field) ?? '');

const COLUMNS: Readonly<Record<string, (row: Row) => string>> = {
  doi: ({ publication }) => publication.doi ?? '',
  title: plain('title'),
  type: ({ reference }) => reference.type,
  authors: ({ reference }) => `${namesOf(reference.authors)}${reference.hasMoreAuthors ? '; et al.' : ''}`,
  editors: ({ reference }) => namesOf(reference.editors),
  year: ({ reference: { date } }) => (date === null ? '' : String(yearOf(date))),
  date: ({ reference }) => reference.date ?? '',
  container: plain('container-title'),
  volume: plain('volume'),
  issue: plain('issue'),
  pages: plain('page'),
  number: plain('number'),
  publisher: plain('publisher'),
  isbn: ({ reference }) => reference.isbn.join('; '),
  issn: ({ reference }) => reference.issn.join('; '),
  language: plain('language'),
  keywords: ({ reference }) => reference.keywords.map(plainText).join('; '),
  license: ({ reference }) => reference.licence ?? '',
  cited_by_count: ({ publication }) => String(publication.citedByCount ?? ''),
  open_access_status: ({ publication }) => publication.openAccessStatus ?? '',
  retracted: ({ publication }) => (publication.isRetracted ? 'retracted' : ''),
  doi_url: ({ publication }) => (publication.doi === null ? '' : doiUrl(publication.doi)),
};

export const COLUMN_NAMES = Object.keys(COLUMNS);

export const cellsOf = (publication: Exported): readonly string[] => {
  const row = { publication, reference: referenceOf(publication) };
  return Object.values(COLUMNS).map((cell) => cell(row));
};
