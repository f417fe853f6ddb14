/** Every recorded record, written and read back: type, authors, title, year, venue, pages and DOI. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CslItem } from '../../domain/csl.ts';
import { parseDoi } from '../../domain/doi.ts';
import { biblatex } from '../../formats/biblatex.ts';
import { bibtex } from '../../formats/bibtex.ts';
import { referenceOf, type Exported, type Name } from '../../formats/exported.ts';
import { plainText } from '../../formats/markup.ts';
import { ris } from '../../formats/ris.ts';
import { cslFromCrossref } from '../../infra/providers/crossref/work.ts';
import { cslFromDatacite } from '../../infra/providers/datacite/record.ts';
import { cslFromOpenalex } from '../../infra/providers/openalex/work.ts';
import { readBibtex, type ReadEntry } from '../support/bibtex-reader.ts';
import { exported, normalized } from '../support/exported.ts';
import { noRecordings, recordedLines } from '../support/recorded.ts';
import { readRis, type ReadRecord } from '../support/ris-reader.ts';
import { suite } from '../support/suite.ts';

const reading = suite('a recorded record', { timeoutMs: 590_000 });
const run = promisify(execFile);

const PARSERS = [
  ['crossref/works.jsonl.gz', cslFromCrossref],
  ['datacite/dois.jsonl.gz', (line: unknown) => cslFromDatacite((line as { readonly attributes: unknown }).attributes)],
  ['openalex/works.jsonl.gz', cslFromOpenalex],
] as const;

/** Each DOI once. */
const recorded = (): readonly Exported[] => {
  const all = PARSERS.flatMap(([file, parse]) => recordedLines(file).map((line): CslItem => parse(line)));
  const dois = all.flatMap((record) =>
    typeof record.DOI === 'string' ? [[parseDoi(record.DOI), record] as const] : [],
  );
  return [...new Map(dois)].map(([doi, record]) => exported(record, { doi }));
};

const nameOf = (name: Name): string =>
  'literal' in name ? name.literal : [name.family, name.suffix, name.given].filter((part) => part !== null).join(', ');

/** What should survive. */
const expected = (publication: Exported) => {
  const { doi, authors, date, text } = referenceOf(publication);
  const shown = (value: string | null): string => normalized(plainText(value ?? ''));
  return {
    doi,
    authors: authors.map((name) => normalized(nameOf(name))),
    title: shown(text('title')),
    year: date?.slice(0, 4) ?? '',
    venue: shown(text('container-title')),
    pages: shown(text('page')).replace(/\s*[-\u2010-\u2015]+\s*/gu, '-'),
  };
};

/** What a reader takes the types of records for. Others are taken for something general. */
const READ_AS: Readonly<Record<'BibTeX' | 'BibLaTeX' | 'RIS', Readonly<Record<string, string>>>> = {
  BibTeX: {
    article: 'article-journal',
    book: 'book',
    incollection: 'chapter',
    inproceedings: 'paper-conference',
    phdthesis: 'thesis',
    mastersthesis: 'thesis',
    techreport: 'report',
  },
  BibLaTeX: {
    article: 'article-journal',
    book: 'book',
    dataset: 'dataset',
    incollection: 'chapter',
    inproceedings: 'paper-conference',
    online: 'article',
    report: 'report',
    review: 'review',
    software: 'software',
    standard: 'standard',
    thesis: 'thesis',
  },
  RIS: {
    BOOK: 'book',
    CHAP: 'chapter',
    COMP: 'software',
    CPAPER: 'paper-conference',
    DATA: 'dataset',
    JOUR: 'article-journal',
    RPRT: 'report',
    STAND: 'standard',
    THES: 'thesis',
    UNPB: 'article',
  },
};

/** The types that were read as another one. */
const mistaken = (format: keyof typeof READ_AS, read: readonly (string | undefined)[], all: readonly Exported[]) => {
  const known = new Set(Object.values(READ_AS[format]));
  return all.flatMap(({ record }, n) => {
    const as = READ_AS[format][read[n] ?? ''] ?? 'general';
    const isWhole = record['container-title'] !== undefined || record['event-title'] !== undefined;
    // A part without a whole, and what appeared in a journal, is read as what it can be.
    const may = known.has(record.type)
      ? [record.type, ...(isWhole ? [] : ['general'])]
      : ['general', 'article-journal', 'chapter', 'report', 'article'];
    return may.includes(as) ? [] : [`${record.type} as ${as}`];
  });
};

/** Differences, of which a few are shown. */
const mustAgree = (rows: readonly (readonly [is: unknown, expected: unknown])[]): void => {
  const different = rows.filter(([is, wanted]) => JSON.stringify(is) !== JSON.stringify(wanted));
  assert.deepEqual(different.slice(0, 5), [], `${different.length} of ${rows.length} differ`);
};

const NO_READER = ((): string | null => {
  if (noRecordings !== null) return noRecordings;
  return spawnSync('python3', ['--version']).status === 0 ? null : 'there is no python3';
})();

type PythonEntry = {
  readonly type: string;
  readonly key: string;
  readonly authors: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
};

type PythonReading = {
  readonly [Reader in 'bibtexparser' | 'pybtex']: Readonly<Record<'bibtex' | 'biblatex', readonly PythonEntry[]>>;
} & { readonly rispy: { readonly ris: readonly Readonly<Record<string, readonly string[]>>[] } };

const FORMATS = { BibTeX: bibtex, BibLaTeX: biblatex, RIS: ris } as const;

/** `entries`: as a reader gives them. */
const mustBeEntries = (name: 'BibTeX' | 'BibLaTeX', entries: readonly ReadEntry[], all: readonly Exported[]): void => {
  assert.equal(new Set(entries.map(({ key }) => key)).size, all.length);
  assert.deepEqual(
    mistaken(
      name,
      entries.map(({ type }) => type),
      all,
    ),
    [],
  );
  mustAgree(
    all.map((publication, n) => {
      const read = entries[n];
      const field = (...names: readonly string[]): string =>
        normalized(names.map((each) => read?.field(each)).find((value) => typeof value === 'string') ?? '');
      const { venue, ...rest } = expected(publication);
      return [
        {
          doi: decodeURIComponent(field('doi')),
          authors: read?.names('author').map(normalized),
          title: field('title'),
          year: field('year', 'date').slice(0, 4),
          pages: rest.pages === '' ? '' : field('pages').replace(/[-\u2010-\u2015]+/gu, '-'),
          venue: venue === '' ? '' : field('journaltitle', 'journal', 'booktitle', 'howpublished'),
        },
        { ...rest, venue },
      ];
    }),
  );
};

const mustBeRecords = (records: readonly ReadRecord[], all: readonly Exported[]): void => {
  assert.deepEqual(
    mistaken(
      'RIS',
      records.map((record) => record.get('TY')?.[0]),
      all,
    ),
    [],
  );
  mustAgree(
    all.map((publication, n) => {
      const one = (tag: string): string => normalized(records[n]?.get(tag)?.[0] ?? '');
      const { venue, ...rest } = expected(publication);
      const names = referenceOf(publication).authors.map((name) =>
        normalized(
          'literal' in name
            ? name.literal
            : [name.family, name.given, name.suffix].filter((part) => part !== null).join(', '),
        ),
      );
      return [
        {
          doi: one('DO'),
          title: one('TI'),
          year: one('PY'),
          pages: [one('SP'), one('EP')].filter((part) => part !== '').join('-'),
          venue: venue === '' ? '' : one('T2'),
          authors: (records[n]?.get('AU') ?? []).map(normalized),
        },
        { doi: rest.doi, title: rest.title, year: rest.year, pages: rest.pages, venue, authors: names },
      ];
    }),
  );
};

if (noRecordings !== null) reading.skip('survives BibTeX, BibLaTeX and RIS', noRecordings);
else {
  const publications = recorded();
  const written = (name: keyof typeof FORMATS): string =>
    publications.map(FORMATS[name].entry).join(FORMATS[name].between);

  for (const name of ['BibTeX', 'BibLaTeX'] as const)
    reading(`survives ${name}`, () => mustBeEntries(name, readBibtex(written(name)), publications));

  reading('survives RIS', () => mustBeRecords(readRis(written('RIS')), publications));

  if (spawnSync('biber', ['--version']).status !== 0) reading.skip('survives biber', 'there is no biber');
  else
    reading('survives biber', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'biber-'));
      reading.after(() => rm(folder, { recursive: true }));
      const [file, tidied] = [path.join(folder, 'publications.bib'), path.join(folder, 'tidied.bib')];
      await writeFile(file, written('BibLaTeX'));
      const { stdout } = await run('biber', ['--tool', '--output-file', tidied, file], { maxBuffer: 2 ** 26 });
      const problems = stdout.split('\n').filter((line) => /^(?:WARN|ERROR)/u.test(line));
      // Some registries deposit the pages `0-0`.
      assert.deepEqual(
        problems.filter((line) => !line.includes("Range field 'pages'")),
        [],
      );
      // Biber writes `\textgreater{}` as `>{}`, which this reader decodes as `¿`, as TeX's OT1 fonts do.
      const read = readBibtex((await readFile(tidied, 'utf8')).replaceAll('>{}', String.raw`\textgreater{}`));
      const byKey = new Map(read.map((entry) => [entry.key, entry]));
      const inOrder = readBibtex(written('BibLaTeX')).flatMap(({ key }) => byKey.get(key) ?? []);
      mustBeEntries('BibLaTeX', inOrder, publications);
    });

  if (NO_READER !== null) reading.skip('survives the readers of Python', NO_READER);
  else
    reading('survives the readers of Python', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'references-'));
      reading.after(() => rm(folder, { recursive: true }));
      for (const name of ['BibTeX', 'BibLaTeX', 'RIS'] as const)
        await writeFile(path.join(folder, `publications.${name.toLowerCase()}`), written(name));
      await run('tests/formats/readers/install');
      const python = 'node_modules/.cache/readers/bin/python';
      const { stdout } = await run(python, ['tests/formats/readers/references.py', folder], { maxBuffer: 2 ** 30 });
      const { bibtexparser, pybtex, rispy } = JSON.parse(stdout) as PythonReading;
      const entries = (read: readonly PythonEntry[]): readonly ReadEntry[] =>
        read.map(({ type, key, authors, fields }) => ({
          type,
          key,
          field: (field) => fields[field] ?? null,
          names: () => authors,
        }));
      for (const reader of [bibtexparser, pybtex]) {
        mustBeEntries('BibTeX', entries(reader.bibtex), publications);
        mustBeEntries('BibLaTeX', entries(reader.biblatex), publications);
      }
      mustBeRecords(
        rispy.ris.map((record) => new Map(Object.entries(record))),
        publications,
      );
    });
}
