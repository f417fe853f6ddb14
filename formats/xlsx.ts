/** Tables for spreadsheets (ECMA-376, part 1, §18): every cell is text, exactly as it is, and none is calculated. */
import { SHEET } from '../domain/limits.ts';
import { cellsOf, COLUMN_NAMES } from './columns.ts';
import type { Format } from './format.ts';
import { contentTypes, packaged, RELATIONS, relationships, XML, xmlText } from './ooxml.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** What programs would read as the code of a character (§22.9.2.19). */
const LIKE_CODE = /_(?=x[\da-f]{4}_)/giu;

const shortened = (text: string): string =>
  text.length <= SHEET.cellCharacters ? text : `${text.slice(0, SHEET.cellCharacters - 1)}…`;

const cell = (text: string): string =>
  text === ''
    ? '<c/>'
    : `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(shortened(text).replace(LIKE_CODE, '_x005F_'))}</t></is></c>`;

const ROW_ENDS = '</row>';

const rowOf = (cells: readonly string[]): string => `<row>${cells.map(cell).join('')}${ROW_ENDS}`;

/** Above the rows, a line of names that stays in view. */
const HEAD =
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  `<cols><col min="1" max="${COLUMN_NAMES.length}" width="20" customWidth="1"/></cols><sheetData>${rowOf(COLUMN_NAMES)}`;
const TAIL = '</sheetData></worksheet>';

const sheetFile = (sheet: number): string => `xl/worksheets/sheet${sheet}.xml`;

const workbookOf = (sheets: readonly number[]): string =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets
    .map(
      (sheet) => `<sheet name="Publications${sheet === 1 ? '' : ` ${sheet}`}" sheetId="${sheet}" r:id="rId${sheet}"/>`,
    )
    .join('')}</sheets></workbook>`;

/** Rows for which a sheet has no more room stand in the next one. */
const filesOf = async function* (rows: AsyncIterable<string>): AsyncIterable<readonly [string, string]> {
  yield ['[Content_Types].xml', contentTypes(`${TYPE}.worksheet+xml`, { 'xl/workbook.xml': `${TYPE}.sheet.main+xml` })];
  yield ['_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']])];
  const sheets = [1];
  let file = sheetFile(1);
  let written = 0;
  yield [file, HEAD];
  for await (const text of rows) {
    const more = text.split(ROW_ENDS).length - 1;
    if (written + more > SHEET.rows) {
      yield [file, TAIL];
      sheets.push(sheets.length + 1);
      file = sheetFile(sheets.length);
      written = 0;
      yield [file, HEAD];
    }
    written += more;
    yield [file, text];
  }
  yield [file, TAIL];
  yield ['xl/workbook.xml', workbookOf(sheets)];
  yield [
    'xl/_rels/workbook.xml.rels',
    relationships(sheets.map((sheet) => ['worksheet', `worksheets/sheet${sheet}.xml`] as const)),
  ];
};

export const xlsx: Format = {
  type: `${TYPE}.sheet`,
  extension: 'xlsx',
  entry: (publication) => rowOf(cellsOf(publication)),
  packed: (rows) => packaged(filesOf(rows)),
};
