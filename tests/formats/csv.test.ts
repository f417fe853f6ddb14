/** CSV: a row of cells, none of which a spreadsheet calculates. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inertMarkup } from '../../domain/text/inert.ts';
import { csv, csvForExcel } from '../../formats/csv.ts';
import type { Exported } from '../../formats/exported.ts';
import type { Format } from '../../formats/format.ts';
import { ARTICLE, anyText, exported, normalized } from '../support/exported.ts';
import { suite } from '../support/suite.ts';

const writing = suite('CSV');

/** RFC 4180. */
const rowsIn = (text: string, delimiter: string): readonly (readonly string[])[] => {
  const rows: string[][] = [[]];
  const cell = new RegExp(`("(?:[^"]|"")*"|[^"\\r\\n${delimiter}]*)(${delimiter}|\\r\\n)`, 'uy');
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, value = '', end = ''] = cell.exec(text) ?? assert.fail(`no cell at ${at} of ${text}`);
    rows.at(-1)?.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end !== delimiter && cell.lastIndex < text.length) rows.push([]);
  }
  return rows;
};

const read = (publication: Exported, { before = '', entry }: Format = csv, delimiter = ','): Record<string, string> => {
  const [names = [], cells = [], ...more] = rowsIn(before + entry(publication), delimiter);
  assert.deepEqual([more, cells.length], [[], names.length]);
  return Object.fromEntries(names.map((name, n) => [name, cells[n] ?? '']));
};

writing('has a row for each publication, as plain text', () => {
  const license = [
    { URL: 'https://example.org/tdm', 'content-version': 'tdm' },
    { URL: 'https://creativecommons.org/licenses/by/4.0/', 'content-version': 'vor' },
  ];
  const record = { ...ARTICLE, subject: ['Illusions', 'lines'], license };
  assert.deepEqual(read(exported(record, { isRetracted: true })), {
    doi: '10.5555/12345678',
    title: 'On the Müller–Lyer illusion in Homo sapiens and H2O',
    type: 'article-journal',
    authors: 'Müller, Änne; van den Berg, Jan, Jr.; World Health Organization',
    editors: '',
    year: '2021',
    date: '2021-07-03',
    container: 'Journal of Seeing & Believing',
    volume: '12',
    issue: '3',
    pages: '101-109',
    number: '',
    publisher: 'Springer',
    isbn: '',
    issn: '',
    language: '',
    keywords: 'Illusions; lines',
    license: 'https://creativecommons.org/licenses/by/4.0/',
    cited_by_count: '3',
    open_access_status: 'gold',
    retracted: 'retracted',
    doi_url: 'https://doi.org/10.5555/12345678',
  });
});

writing('has a byte order mark and semicolons for Excel', () => {
  assert.ok(csvForExcel.before?.startsWith('\u{feff}doi;title;'));
  assert.ok(!csv.before?.startsWith('\u{feff}'));
  assert.equal(
    read(exported({ title: 'a;b' }), { ...csvForExcel, before: csvForExcel.before?.slice(1) ?? '' }, ';')['title'],
    'a;b',
  );
});

writing('calculates nothing', () => {
  for (const title of ['=1+1', '+1', '-1', '@SUM(A1)', "=cmd|'/c calc'!A1", '\uff1d1'])
    assert.equal(read(exported({ title }))['title'], `'${title}`);
});

writing('is one row with the same texts, whatever they are', () =>
  fc.assert(
    fc.property(anyText, anyText, (title, name) => {
      const cells = read(exported({ title, author: [{ literal: name }] }));
      const is = (cell: string | undefined, expected: string): void => {
        const text = normalized(expected);
        assert.equal(normalized(cell ?? ''), /^[=+\-@＝＋－＠]/u.test(text) ? `'${text}` : text);
      };
      is(cells['title'], inertMarkup(title));
      is(cells['authors'], name);
    }),
  ),
);
