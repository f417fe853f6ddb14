/** BibTeX and BibLaTeX: what stands in an entry, and that any text survives it. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CslItem } from '../../domain/csl.ts';
import { biblatex } from '../../formats/biblatex.ts';
import { bibtex } from '../../formats/bibtex.ts';
import { inertMarkup } from '../../domain/text/inert.ts';
import { readBibtex, type ReadEntry } from '../support/bibtex-reader.ts';
import { ARTICLE, anyText, exported, normalized } from '../support/exported.ts';
import { suite } from '../support/suite.ts';

const writing = suite('BibTeX');

const BOTH = { bibtex, biblatex };

const readOne = (text: string): ReadEntry => {
  const [entry, ...more] = readBibtex(text);
  assert.deepEqual(more, [], text);
  return entry ?? assert.fail(`no entry in ${text}`);
};

const typesOf = (record: Partial<CslItem>): readonly string[] =>
  Object.values(BOTH).map(({ entry }) => readOne(entry(exported(record))).type);

writing('has the fields of an article, in ASCII', () => {
  assert.equal(
    bibtex.entry(exported(ARTICLE)),
    String.raw`@article{muller2021-8b8b016756,
  author = {M{\"u}ller, {\"A}nne and van den Berg, Jr., Jan and {World Health Organization}},
  title = {On the {M{\"u}ller--Lyer} illusion in \textit{Homo sapiens} and {H}\textsubscript{2}{O}},
  volume = {12},
  pages = {101--109},
  journal = {Journal of Seeing \& Believing},
  publisher = {Springer},
  number = {3},
  year = {2021},
  doi = {10.5555/12345678},
  month = jul,
}
`,
  );
});

writing('has a date and UTF-8 in BibLaTeX', () => {
  const text = biblatex.entry(exported(ARTICLE));
  for (const line of [
    '  author = {Müller, Änne and van den Berg, Jr., Jan and {World Health Organization}},\n',
    '  title = {On the {Müller–Lyer} illusion in \\textit{Homo sapiens} and {H}\\textsubscript{2}{O}},\n',
    '  journaltitle = {Journal of Seeing \\& Believing},\n',
    '  date = {2021-07-03},\n',
  ])
    assert.ok(text.includes(line), text);
});

writing('marks a retracted work', () => {
  for (const { entry } of Object.values(BOTH)) {
    assert.equal(readOne(entry(exported(ARTICLE, { isRetracted: true }))).field('note'), 'Retracted');
    assert.equal(readOne(entry(exported(ARTICLE))).field('note'), null);
  }
});

writing('has the subjects of a record as its keywords, unless it has keywords', () => {
  for (const { entry } of Object.values(BOTH)) {
    const subject = ['Pots', 'jars'];
    const keywords = readOne(entry(exported({ ...ARTICLE, subject }))).field('keywords');
    // The reader sorts them.
    assert.deepEqual(keywords?.split(' and '), ['jars', 'Pots']);
    assert.equal(readOne(entry(exported({ ...ARTICLE, subject, keyword: 'Cups' }))).field('keywords'), 'Cups');
  }
});

writing('has an address only if it is another than the DOI', () => {
  const other = { ...ARTICLE, URL: 'https://example.org/a_b?c=1%20&d#e' };
  for (const { entry } of Object.values(BOTH)) {
    assert.equal(readOne(entry(exported(ARTICLE))).field('url'), null);
    assert.equal(readOne(entry(exported(other))).field('url'), other.URL);
  }
});

writing('has a key that is the same in every file and differs between DOIs', () => {
  const keys = ['10.5555/a', '10.5555/b'].map((doi) => readOne(bibtex.entry(exported(ARTICLE, { doi }))).key);
  assert.equal(new Set(keys).size, 2);
  assert.equal(readOne(biblatex.entry(exported(ARTICLE, { doi: '10.5555/a' }))).key, keys[0]);
  for (const key of [...keys, readOne(bibtex.entry(exported({}))).key])
    assert.match(key, /^[a-z][a-z0-9]*-[0-9a-f]{10}$/u);
});

writing('chooses types that styles know', () => {
  assert.deepEqual(typesOf({ type: 'article-journal', 'container-title': 'J' }), ['article', 'article']);
  assert.deepEqual(typesOf({ type: 'article' }), ['misc', 'online']);
  assert.deepEqual(typesOf({ type: 'dataset' }), ['misc', 'dataset']);
  assert.deepEqual(typesOf({ type: 'thesis' }), ['phdthesis', 'thesis']);
  assert.deepEqual(typesOf({ type: 'thesis', genre: 'Master’s thesis' }), ['mastersthesis', 'thesis']);
  assert.deepEqual(typesOf({ type: 'chapter', 'container-title': 'B' }), ['incollection', 'incollection']);
  assert.deepEqual(typesOf({ type: 'paper-conference', 'event-title': 'C' }), ['inproceedings', 'inproceedings']);
  assert.deepEqual(typesOf({ type: 'report' }), ['techreport', 'report']);
  // A peer review that no journal has published, and a type of a later release.
  assert.deepEqual(typesOf({ type: 'review' }), ['misc', 'review']);
  assert.deepEqual(typesOf({ type: 'hologram' }), ['misc', 'misc']);
});

writing('has one ISBN in BibLaTeX, which allows no more, and all of them in BibTeX', () => {
  const record = { type: 'book', title: 'Jars', ISBN: '9780306406157 9783161484100' };
  assert.equal(readOne(biblatex.entry(exported(record))).field('isbn'), '9780306406157');
  assert.equal(readOne(bibtex.entry(exported(record))).field('isbn'), '9780306406157, 9783161484100');
});

writing('says that a list of authors is not complete', () => {
  const record = { ...ARTICLE, custom: { authors_omitted: 2_900 } };
  for (const { entry } of Object.values(BOTH)) assert.ok(entry(exported(record)).includes(' and others},'));
});

writing('keeps the case of titles also where TeX begins with a command', () => {
  const text = bibtex.entry(exported({ title: 'Über $US, <i><b>E. coli</b></i> and <i>École</i>' }));
  assert.ok(
    text.includes(String.raw`title = {{\"U}ber {{}\$US,} \textit{{}\textbf{E. coli}} and \textit{{\'E}cole}}`),
    text,
  );
});

writing('has raised and lowered signs as commands', () => {
  const record = { title: 'p < 10⁻³ for Ca²⁺ and xⁿ' };
  const text = bibtex.entry(exported(record));
  assert.match(text, /^[\0-\x7f]*$/u);
  assert.equal(normalized(readOne(text).field('title') ?? ''), normalized(record.title));
});

writing('reads back as the text that it was', () =>
  fc.assert(
    fc.property(anyText, anyText, anyText, (title, name, container) => {
      const shown = (text: string): string => normalized(inertMarkup(text));
      const record = {
        title,
        'container-title': container,
        publisher: container,
        author: [{ literal: name }, { family: name, given: title }],
      };
      for (const { entry } of Object.values(BOTH)) {
        const text = entry(exported(record));
        const read = readOne(text);
        const is = (field: string | null, expected: string): void =>
          assert.equal(normalized(field ?? ''), shown(expected), text);
        is(read.field('title'), title);
        if (shown(container) !== '')
          is(read.field(read.type === 'article' ? 'journal' : 'howpublished') ?? read.field('journaltitle'), container);
        // The second author has a given name alone if the family name is blank.
        assert.equal(normalized(read.names('author')[0] ?? ''), shown(name) || shown(title), text);
        assert.equal(
          read.names('author').length,
          shown(name) === '' && shown(title) === '' ? 0 : shown(name) === '' ? 1 : 2,
          text,
        );
      }
    }),
  ),
);

writing('ignores what a record of an earlier release has in the place of a text or name', () => {
  const odd = { title: 7, author: [null, 'x', {}, { family: 3, given: [] }], publisher: { a: 1 }, page: '' };
  const record = odd as unknown as Partial<CslItem>;
  for (const { entry } of Object.values(BOTH)) assert.equal(readOne(entry(exported(record))).field('title'), '7');
});
