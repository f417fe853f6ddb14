/** Lists with mistakes: each names its line, and leaves the other entries. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { REFERENCES, TEXT } from '../../../domain/limits.ts';
import { isReadable, type ReadReference, type ReferenceFormat } from '../../../domain/reference-import/entry.ts';
import { readReferences } from '../../../infra/references/read.ts';
import { suite } from '../../support/suite.ts';

const read = (text: string, format: ReferenceFormat): readonly ReadReference[] =>
  readReferences(Buffer.from(text), format).entries;

/** `label: line: problem` of what cannot be read, the label of the rest. */
const outcomes = (text: string, format: ReferenceFormat = 'bibtex'): readonly string[] =>
  read(text, format).map((entry) =>
    isReadable(entry)
      ? (entry.label ?? entry.item.title ?? '')
      : `${entry.label}: ${entry.problemLine}: ${entry.problem}`,
  );

const reading = suite('a mistake in a list', { timeoutMs: 120_000 });

const GOOD = '@book{good, title={Good}}\n';

reading('of BibTeX leaves the entries before and after it', () => {
  const broken: readonly (readonly [string, RegExp])[] = [
    ['@book{b, title={Open\n', /^b: 2: title is not closed/u],
    ['@book{b, title="Open\n', /^b: 2: title is not closed/u],
    ['@book{b,\n title={No comma}\n year=2001}\n', /^b: 4: a comma is missing after title/u],
    ['@book{b,\n title={Much} }}\n', /^b$/u],
    // Names that every object inherits.
    ['@thesis{b, title={A}, type={constructor}}\n', /^b$/u],
    ['@book{b,\n title={A}, year=}\n', /^b: 3: year has no value/u],
    ['@book{b,\n title=undefined}\n', /^b: 3: title: undefined is not defined/u],
    ['@book{b, title\n={A}, = {B}}\n', /^b: 3: a field's name is missing after title/u],
    ['@book{b, author={No title}}\n', /^b: 2: title is blank/u],
    ['@book{b, title={A},\n doi={nonsense}}\n', /^b: 3: DOI: not a DOI.*accepted: 10\./u],
    ['@book{b, title={A},\n isbn={123}}\n', /^b: 3: ISBN: not an ISBN/u],
    ['@book{b, title={A},\n year={20th century}}\n', /^b: 3: issued: not a date/u],
    [
      `@book{b, title={${'{'.repeat(REFERENCES.depth + 1)}${'}'.repeat(REFERENCES.depth + 1)}}}\n`,
      /^b: 2: title: braces/u,
    ],
    [`@book{b, title={${'x'.repeat(TEXT.titleCharacters + 1)}}}\n`, /^b: 2: title would be too large.*at most/u],
    [`@book{b, abstract={${'x'.repeat(REFERENCES.entryBytes + 1)}}}\n`, /^b: 2: the entry is too large/u],
  ];
  for (const [entry, problem] of broken) {
    const [before, found, after] = outcomes(`${GOOD}${entry}${GOOD}`);
    assert.deepEqual([before, after], ['good', 'good'], entry.slice(0, 80));
    assert.match(found ?? '', problem);
  }
});

reading('of RIS leaves the other entries', () => {
  const good = 'TY  - BOOK\nTI  - Good\nER  - \n';
  const broken: readonly (readonly [string, RegExp])[] = [
    ['TI  - No type\nER  - \n', /^null: 4: a record begins with its type, not with TI/u],
    ['TY  - BOOK\nAU  - No title\nER  - \n', /^null: 4: title is blank/u],
    ['TY  - BOOK\nTI  - A\nDO  - nonsense\nER  - \n', /^null: 6: DOI: not a DOI/u],
    ['TY  - BOOK\nTI  - Never ended\n', /^Never ended$/u],
  ];
  for (const [entry, problem] of broken) {
    const [before, found, after] = outcomes(`${good}${entry}${good}`, 'ris');
    assert.deepEqual([before, after], ['Good', 'Good'], entry);
    assert.match(found ?? '', problem);
  }
});

reading('of CSL-JSON leaves the other entries', () => {
  const good = '{"type": "book", "title": "Good", "id": "good"}';
  const broken: readonly (readonly [string, RegExp])[] = [
    ['{"type": "book",\n "title": }', /^null: 4: it is not JSON/u],
    ['{"type": "book", "title": "Not closed"', /^null: 3: it is not JSON/u],
    ['{"type": "novel", "title": "A"}', /^null: 3: type: not a CSL type.*accepted/u],
    ['{"type": "book", "title": "A", "colour": "red"}', /^null: 3: .*colour is not a CSL-JSON field/u],
    ['{"type": "book", "title": "A", "issued": {"date-parts": [[2001, 13]]}}', /^null: 3: issued: not a date/u],
    ['{"type": "book"}', /^null: 3: title is blank/u],
  ];
  for (const [entry, problem] of broken) {
    const [before, found, after] = outcomes(`[${good},\n\n${entry},\n${good}]`, 'csl-json');
    assert.deepEqual([before, after], ['good', 'good'], entry);
    assert.match(found ?? '', problem);
  }
});

reading('is no bomb of abbreviations', () => {
  const strings = Array.from({ length: 40 }, (_, n) => `@string{s${n + 1} = s${n} # s${n}}`).join('\n');
  const [bomb, good] = outcomes(`@string{s0 = {lol}}\n${strings}\n@book{bomb, title = s40}\n${GOOD}`);
  assert.match(bomb ?? '', /^bomb: 42: title: the abbreviation s40 stands for too long a text/u);
  assert.equal(good, 'good');
  const each = TEXT.fieldCharacters * 10;
  const many = `@string{s = {${'x'.repeat(TEXT.fieldCharacters)}}}\n`;
  const uses = Array.from({ length: REFERENCES.expandedBytes / each + 1 }, (_, n) => {
    const fields = Array.from({ length: 10 }, (__, at) => `note${at} = s`).join(', ');
    return `@misc{u${n}, title={A}, ${fields}}`;
  });
  const all = outcomes(`${many}${uses.join('\n')}`);
  assert.equal(all[0], 'u0');
  assert.match(all.at(-1) ?? '', /abbreviations of the list stand for too much text/u);
});

const PIECES = [
  ...[
    '@article{',
    '@string{',
    '@comment{',
    '{',
    '}',
    '"',
    ',',
    '=',
    '#',
    '\n',
    '\\',
    '$',
    '%',
    'key',
    'title',
    'author',
    ' and ',
  ],
  ...[
    '\n@book{k, title = {',
    'TY  - JOUR\n',
    'ER  - \n',
    'TI  - ',
    'PMID- 1\n',
    '[',
    ']',
    '{"type":"book",',
    '"title":"',
    '\\"{u}',
    '\\emph',
  ],
  ...['é', '\u{0}', '\u{d83d}', '<i>', '&amp;', '10.5555/a', '2001', 'isbn={978'],
];

reading('never stops the list, whatever the text', () => {
  const text = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4 })), { maxLength: 60 });
  fc.assert(
    fc.property(text, fc.constantFrom('bibtex', 'ris', 'csl-json'), (parts, format) => {
      try {
        read(parts.join(''), format);
      } catch (error) {
        // Only that it has no entry.
        assert.match(String(error), /has no \S+ entries/u);
      }
    }),
    { numRuns: 400, seed: 46 },
  );
});

reading('in one entry leaves a good one behind it, whatever the text', () => {
  const text = fc.array(
    fc.oneof(fc.constantFrom(...PIECES.filter((piece) => !piece.includes('@'))), fc.string({ maxLength: 4 })),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(text, (parts) => {
      const broken = parts.join('').replaceAll('@', '');
      assert.equal(outcomes(`@book{b, title = {${broken}\n@book{last, title={Last}}\n`).at(-1), 'last');
      assert.equal(
        outcomes(`TY  - BOOK\nTI  - ${broken}\nER  - \nTY  - BOOK\nTI  - Last\nER  - \n`, 'ris').at(-1),
        'Last',
      );
    }),
    { numRuns: 300, seed: 46 },
  );
});

reading('takes time in proportion to the list', () => {
  // Each is as large as a list may be; the thread that reads it has its own limit.
  const large = [
    `@book{a, title={${'x '.repeat(REFERENCES.bytes / 2)}}}`,
    `@book{a, title={${'{'.repeat(REFERENCES.bytes)}`,
    '@a{\n'.repeat(1_000),
    `@book{a, author={${'A and '.repeat(2_000)}B}, title={T}}`,
    `@book{a, title={${'\\emph{'.repeat(30)}x${'}'.repeat(30)}}}`,
  ];
  for (const text of large) assert.ok(outcomes(text).length > 0);
  assert.ok(outcomes(`[${'{"a":'.repeat(300_000)}`, 'csl-json').length > 0);
  assert.ok(outcomes(`TY  - JOUR\n${'TI  - a\n'.repeat(200_000)}`, 'ris').length > 0);
});
