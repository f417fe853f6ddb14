/** XLSX and DOCX of every recorded record, as openpyxl, python-docx and LibreOffice read them. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Exported } from '../../formats/exported.ts';
import { cellsOf, COLUMN_NAMES } from '../../formats/columns.ts';
import { BIBLIOGRAPHIES, bibliographyIn, type Section } from '../../formats/bibliography/index.ts';
import { fileIn, FORMATS } from '../../formats/index.ts';
import { plainText } from '../../formats/markup.ts';
import { cslFromCrossref } from '../../infra/providers/crossref/work.ts';
import { ARTICLE, exported, normalized } from '../support/exported.ts';
import { collected } from '../support/package-reader.ts';
import { noRecordings, recordedLines } from '../support/recorded.ts';
import { suite } from '../support/suite.ts';

const reading = suite('a spreadsheet and a document', { timeoutMs: 590_000 });
const run = promisify(execFile);

/** Titles that are something else in some format. */
const HOSTILE = [
  '=1+1',
  '+cmd|"/c calc"!A1',
  '@SUM(A1:A9)',
  String.raw`\input{/etc/passwd} $x^2$ {TeX} % &`,
  'TY  - JOUR ER  -',
  '<script>alert(1)</script> <b>bold</b> &amp; &lt;',
  '<w:p/></w:t> ]]> <!-- x -->',
  '_x0041_ _x000D_',
  'علم نفس 日本 𝒜',
];

const publications = (): readonly Exported[] => [
  ...HOSTILE.map((title) => exported({ ...ARTICLE, title, author: [{ literal: title }] })),
  ...(noRecordings === null
    ? recordedLines('crossref/works.jsonl.gz').map((line) => exported(cslFromCrossref(line)))
    : []),
];

type Read = {
  readonly cells: readonly (readonly string[])[];
  readonly formulas: number;
  readonly paragraphs: readonly (readonly [style: string, text: string])[];
};

const written = async (folder: string, all: readonly Exported[]): Promise<void> => {
  const pages = async function* (): AsyncIterable<readonly Exported[]> {
    yield await Promise.resolve(all);
  };
  await writeFile(path.join(folder, 'publications.xlsx'), await collected(fileIn(FORMATS.xlsx, pages())));
  const sections = async function* (): AsyncIterable<Section> {
    const cited = all.map(({ doi, record: { title = '' } }) => ({ doi, title, citation: title }));
    yield await Promise.resolve({ heading: 'Articles & more', cited });
  };
  const document = bibliographyIn(BIBLIOGRAPHIES.docx, 'en', sections());
  await writeFile(path.join(folder, 'publications.docx'), await collected(document));
};

const hasNot = (command: string): boolean => spawnSync(command, ['--version']).status !== 0;

if (hasNot('python3')) reading.skip('are read as they were meant', 'there is no python3');
else {
  const folder = await mkdtemp(path.join(tmpdir(), 'readers-'));
  reading.after(() => rm(folder, { recursive: true }));
  const all = publications();
  const titles = all.map(({ record }) => normalized(plainText(String(record.title ?? '').replace(/\s+/gu, ' '))));

  reading('are read as they were meant', async () => {
    await written(folder, all);
    await run('tests/formats/readers/install');
    const python = 'node_modules/.cache/readers/bin/python';
    const { stdout } = await run(python, ['tests/formats/readers/read.py', folder], { maxBuffer: 2 ** 30 });
    const { cells, formulas, paragraphs } = JSON.parse(stdout) as Read;
    assert.equal(formulas, 0);
    assert.deepEqual(cells[0], COLUMN_NAMES);
    assert.deepEqual(cells.slice(1), all.map(cellsOf));
    assert.deepEqual(paragraphs[0], ['Heading 1', 'Articles & more']);
    const read = paragraphs.slice(1).map(([, text]) => normalized(text));
    assert.equal(read.length, titles.length);
    titles.forEach((title, n) => assert.ok(read[n]?.startsWith(title), `${read[n]} is not ${title}`));
  });

  if (hasNot('soffice')) reading.skip('are opened by LibreOffice', 'there is no LibreOffice');
  else
    reading('are opened by LibreOffice', async () => {
      await written(folder, all);
      const convert = (to: string, file: string) =>
        run('soffice', [
          '--headless',
          `-env:UserInstallation=file://${folder}/office`,
          '--convert-to',
          to,
          '--outdir',
          folder,
          path.join(folder, file),
        ]);
      await convert('txt:Text (encoded):UTF8', 'publications.docx');
      const text = normalized(await readFile(path.join(folder, 'publications.txt'), 'utf8'));
      for (const title of titles) assert.ok(text.includes(title), title);
      await convert('csv:Text - txt - csv (StarCalc):44,34,76,1', 'publications.xlsx');
      const table = normalized((await readFile(path.join(folder, 'publications.csv'), 'utf8')).replaceAll('""', '"'));
      for (const title of titles) assert.ok(table.includes(title), title);
    });
}
