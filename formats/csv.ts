/** Tables (RFC 4180), a row for each publication: for programs, and for Excel where a comma is the decimal sign. */
import { stringify } from 'csv-stringify/sync';
import { yearOf } from '../domain/partial-date.ts';
import { doiUrl } from '../domain/doi.ts';
import { referenceOf, type Exported, type Name } from './exported.ts';
import type { Format } from './format.ts';
import { plainText } from './markup.ts';

const namesOf = (names: readonly Name[]): string =>
  names
    .map((name) =>
      'literal' in name ? name.literal : [name.family, name.given, name.suffix].filter(Boolean).join(', '),
    )
    .join('; ');

const cellsOf = (publication: Exported) => {
  const reference = referenceOf(publication);
  const { text, date } = reference;
  const plain = (field: Parameters<typeof text>[0]): string => plainText(text(field) ?? '');
  return {
    doi: publication.doi,
    title: plain('title'),
    type: reference.type,
    authors: `${namesOf(reference.authors)}${reference.hasMoreAuthors ? '; et al.' : ''}`,
    editors: namesOf(reference.editors),
    year: date === null ? '' : String(yearOf(date)),
    date: date ?? '',
    container: plain('container-title'),
    volume: plain('volume'),
    issue: plain('issue'),
    pages: plain('page'),
    number: plain('number'),
    publisher: plain('publisher'),
    isbn: reference.isbn.join('; '),
    issn: reference.issn.join('; '),
    language: plain('language'),
    cited_by_count: String(publication.citedByCount ?? ''),
    open_access_status: publication.openAccessStatus ?? '',
    retracted: publication.isRetracted ? 'retracted' : '',
    doi_url: doiUrl(publication.doi),
  };
};

type Cells = Readonly<Record<keyof ReturnType<typeof cellsOf>, string>>;

const HEADINGS: { readonly [Name in keyof Cells]: Name } = {
  doi: 'doi',
  title: 'title',
  type: 'type',
  authors: 'authors',
  editors: 'editors',
  year: 'year',
  date: 'date',
  container: 'container',
  volume: 'volume',
  issue: 'issue',
  pages: 'pages',
  number: 'number',
  publisher: 'publisher',
  isbn: 'isbn',
  issn: 'issn',
  language: 'language',
  cited_by_count: 'cited_by_count',
  open_access_status: 'open_access_status',
  retracted: 'retracted',
  doi_url: 'doi_url',
};

/** A cell that a spreadsheet would calculate is text with an apostrophe before it. */
const rowOf = (cells: Cells, delimiter: string): string =>
  stringify([cells], { columns: Object.keys(HEADINGS), delimiter, escape_formulas: true, record_delimiter: '\r\n' });

const table = (delimiter: string, before: string): Format => ({
  type: 'text/csv',
  extension: 'csv',
  before: before + rowOf(HEADINGS, delimiter),
  entry: (publication) => rowOf(cellsOf(publication), delimiter),
});

export const csv = table(',', '');

/** With the byte order mark by which Excel recognizes UTF-8. */
export const csvForExcel = table(';', '\u{feff}');
