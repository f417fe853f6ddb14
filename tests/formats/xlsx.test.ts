/** XLSX: a package of sheets, whose cells are the texts that they are. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SHEET } from '../../domain/limits.ts';
import { inertMarkup } from '../../domain/text/inert.ts';
import type { Exported } from '../../formats/exported.ts';
import { fileIn, FORMATS } from '../../formats/index.ts';
import { xlsx } from '../../formats/xlsx.ts';
import { ARTICLE, anyText, exported, normalized } from '../support/exported.ts';
import { collected, filesIn, rowsIn } from '../support/package-reader.ts';
import { suite } from '../support/suite.ts';

const writing = suite('XLSX');

const fileOf = async (...parts: readonly (readonly Exported[])[]): Promise<Readonly<Record<string, string>>> => {
  const given = async function* (): AsyncIterable<readonly Exported[]> {
    for (const part of parts) yield await Promise.resolve(part);
  };
  return filesIn(await collected(fileIn(FORMATS.xlsx, given())));
};

const SHEET_1 = 'xl/worksheets/sheet1.xml';

const cellsOf = async (publication: Exported): Promise<Readonly<Record<string, string>>> => {
  const [names = [], cells = [], ...more] = rowsIn((await fileOf([publication]))[SHEET_1] ?? '');
  assert.deepEqual([more, cells.length], [[], names.length]);
  return Object.fromEntries(names.map((name, n) => [name, cells[n] ?? '']));
};

writing('has a row for each publication below the names of the columns', async () => {
  const files = await fileOf([exported(ARTICLE)], [exported({ title: 'Second' })]);
  assert.deepEqual(Object.keys(files), [
    '[Content_Types].xml',
    '_rels/.rels',
    SHEET_1,
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
  ]);
  const rows = rowsIn(files[SHEET_1] ?? '');
  assert.deepEqual(
    rows.map(([doi, title]) => [doi, title]),
    [
      ['doi', 'title'],
      ['10.5555/12345678', 'On the Müller–Lyer illusion in Homo sapiens and H2O'],
      ['10.5555/12345678', 'Second'],
    ],
  );
  assert.equal(rowsIn((await fileOf())[SHEET_1] ?? '').length, 1);
});

writing('goes on in a further sheet when one is full', async () => {
  const rows = async function* (): AsyncIterable<string> {
    for (const count of [SHEET.rows, 1]) yield await Promise.resolve('<row></row>'.repeat(count));
  };
  const files = filesIn(await collected(xlsx.packed?.(rows()) ?? assert.fail()));
  assert.equal(files['xl/worksheets/sheet2.xml']?.match(/<row>/gu)?.length, 2);
  assert.match(files['xl/workbook.xml'] ?? '', /name="Publications 2" sheetId="2" r:id="rId2"/u);
});

writing('cuts a text that is longer than a cell', async () => {
  const { title = '' } = await cellsOf(exported({ title: 'x'.repeat(SHEET.cellCharacters + 1) }));
  assert.ok(title.length === SHEET.cellCharacters && title.endsWith('x…'));
});

writing('has the same texts, whatever they are', () =>
  fc.assert(
    fc.asyncProperty(anyText, anyText, async (title, name) => {
      const cells = await cellsOf(exported({ title: `${title}_x0041_=1+1`, author: [{ literal: name }] }));
      assert.equal(normalized(cells['title'] ?? ''), normalized(inertMarkup(`${title}_x0041_=1+1`)));
      assert.equal(normalized(cells['authors'] ?? ''), normalized(name));
    }),
    { numRuns: 50 },
  ),
);
