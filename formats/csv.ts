/** Tables (RFC 4180), a row for each publication: for programs, and for Excel where a comma is the decimal sign. */
import { stringify } from 'csv-stringify/sync';
import { cellsOf, COLUMN_NAMES } from './columns.ts';
import type { Format } from './format.ts';

/** A cell that a spreadsheet would calculate is text with an apostrophe before it. */
const rowOf = (cells: readonly string[], delimiter: string): string =>
  stringify([cells], { delimiter, escape_formulas: true, record_delimiter: '\r\n' });

const table = (delimiter: string, before: string): Format => ({
  type: 'text/csv',
  extension: 'csv',
  before: before + rowOf(COLUMN_NAMES, delimiter),
  entry: (publication) => rowOf(cellsOf(publication), delimiter),
});

export const csv = table(',', '');

/** With the byte order mark by which Excel recognizes UTF-8. */
export const csvForExcel = table(';', '\u{feff}');
