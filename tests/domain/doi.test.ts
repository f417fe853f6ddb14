/** The spellings of a DOI that are accepted, and its normal form. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { doiFromUrlPath, doiUrl, inWordsWithout, parseDoi, plainerDoi, readDoi } from '../../domain/doi.ts';
import { TEXT } from '../../domain/limits.ts';
import { throwsNothingButRefusals, refusedWith } from '../support/refused.ts';
import { suite } from '../support/suite.ts';

const doi = suite('a DOI');
const suffix = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((text) => /^[^\s\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]+$/u.test(text));
const valid = fc
  .tuple(fc.integer({ min: 1000, max: 999_999_999 }), suffix)
  .map(([registrant, rest]) => `10.${registrant}/${rest.replace(/[A-Z]/gu, (letter) => letter.toLowerCase())}`);

for (const written of [
  '10.5555/ABC.1',
  ' 10.5555/abc.1\n',
  'doi:10.5555/abc.1',
  'DOI: 10.5555/abc.1',
  'http://dx.doi.org/10.5555/abc.1',
  'https://doi.org/10.5555/Abc.1',
  'https://doi.org/10.5555%2Fabc.1',
  'doi.org/10.5555%2Fabc.1',
  'dx.doi.org/10.5555/abc.1',
  'https://www.doi.org/10.5555/abc.1',
  'HTTPS://DOI.ORG/10.5555/ABC.1',
  'https://doi.org/https://doi.org/10.5555/abc.1',
  'https://doi.org/doi:10.5555/abc.1',
  'DOI 10.5555/abc.1',
  'DOI\u{a0}10.5555/abc.1',
  'info:doi/10.5555/abc.1',
  'urn:doi:10.5555/abc.1',
  '(10.5555/abc.1)',
  '(doi: 10.5555/abc.1).',
  '[https://doi.org/10.5555/abc.1],',
  '<https://doi.org/10.5555/abc.1>',
  '<doi:10.5555/abc.1>;',
  '"10.5555/abc.1"',
  '\u{201c}https://doi.org/10.5555/abc.1\u{201d}',
  '\u{201e}(10.5555/abc.1)\u{201c}',
  'https://doi.org/10.5555/abc.1?utm_source=mail&utm_medium=a',
  '<https://doi.org/10.5555/abc.1?fbclid=a#b>',
  '\u{200b}10.5555/abc.1',
  '10.5555/ab\u{ad}c.1\u{200b}\u{feff}',
  'https://doi.org/10.5555/abc.1%E2%80%8B',
  '\u{a0}10.5555/abc\u{202f}.1\u{a0}',
])
  doi(`is read from ${JSON.stringify(written)}`, () => assert.equal(parseDoi(written), '10.5555/abc.1'));

for (const wrong of [
  '',
  '10.5555',
  '10.555/x',
  '11.5555/x',
  '10.5555/',
  '10.5555/a b',
  'https://example.org/10.5555/x',
  '(10.5555/)',
])
  doi(`is not ${JSON.stringify(wrong)}`, () => refusedWith('invalid', 'invalid_doi', () => parseDoi(wrong)));

doi('keeps what it may contain itself', () => {
  for (const own of [
    '10.5555/a(b)',
    '10.5555/(sici)1521(200209)233:1<10::aid-1>3.0.co;2-v',
    '10.5555/a%2fb',
    '10.5555/q?x=1&y=2',
    '10.5555/ends/',
    '10.5555/ends.',
    `10.5555/quote"'x`,
    '10.5555/{}',
  ])
    for (const written of [own, `(${own})`, `doi:${own}`, `"${own}"`, `${doiUrl(own)}`, `<${doiUrl(own)}>`])
      assert.equal(parseDoi(written), own, written);
  assert.equal(parseDoi('https://doi.org/10.5555/q?utm_source=mail&x=1'), '10.5555/q?x=1');
  assert.equal(parseDoi('(10.5555/a(b)'), '10.5555/a(b)', 'the bracket belongs to the one inside');
});

doi('is plainer without what ends a sentence, closes a bracket before it or names a version', () => {
  const plainer: readonly (readonly [string, string | null])[] = [
    ['10.5555/a', null],
    ['10.5555/a(b)', null],
    ['10.5555/a.', '10.5555/a'],
    ['10.5555/a,', '10.5555/a'],
    ['10.5555/a;', '10.5555/a'],
    ['10.5555/a)', '10.5555/a'],
    ['10.5555/a(b)).', '10.5555/a(b)'],
    ['10.5555/a\u{201d}', '10.5555/a'],
    ['10.5555/.', null],
    ['10.1101/2020.01.02.123456', null],
    ['10.1101/2020.01.02.123456v1', '10.1101/2020.01.02.123456'],
    ['10.1101/123456v2.full', '10.1101/123456'],
    ['10.1101/123456v2.full.pdf+html).', '10.1101/123456'],
    ['10.1101/123456.abstract', '10.1101/123456'],
    ['10.64898/2026.01.01.123456v12', '10.64898/2026.01.01.123456'],
    ['10.48550/arxiv.2101.00001v3', '10.48550/arxiv.2101.00001'],
    ['10.48550/arxiv.hep-th/9901001v1', '10.48550/arxiv.hep-th/9901001'],
    ['10.1101/gr.123456.119', null],
    ['10.21203/rs.3.rs-123456/v1', null],
  ];
  for (const [given, expected] of plainer) assert.equal(plainerDoi(given), expected, given);
});

doi('says what was removed, and what is wrong', () => {
  assert.deepEqual(readDoi('(\u{200b}https://doi.org/10.5555/a\u{ad}?utm_source=x)'), {
    doi: '10.5555/a',
    removed: ['U+200B', 'U+00AD', '(', ')', '?utm_source=x'],
  });
  assert.deepEqual(readDoi('https://doi.org/10.5555/a'), { doi: '10.5555/a', removed: [] });
  assert.equal(inWordsWithout(['U+200B', '(']), ' (read without U+200B ()');
  for (const [written, says] of [
    ['(10.5555/a b\u{200b})', /contains a space.*U\+200B/u],
    ['10.555/a', /begin with 10\./u],
    ['10.5555/', /nothing follows the slash/u],
    ['10.5555/a\u{7}', /control character/u],
    ['https://doi.org/10.5555/%zz', /percent-encoding/u],
    [`10.5555/${'x'.repeat(1_024)}`, /longer than 1024/u],
  ] as const)
    assert.throws(() => parseDoi(written), says);
});

doi('keeps a lone percent sign, and decodes once in a URL', () => {
  assert.equal(parseDoi('10.5555/50%25'), '10.5555/50%25');
  assert.equal(parseDoi('https://doi.org/10.5555/50%2525'), '10.5555/50%25');
  assert.equal(doiFromUrlPath('10.5555%2F50%2525'), '10.5555/50%25');
  assert.equal(doiFromUrlPath('10.5555/a%253Cb'), '10.5555/a%3cb');
});

doi('is read from its URL in a path, encoded for the path or not', () => {
  assert.equal(doiFromUrlPath('https://doi.org/10.5555/a%3Cb%253C'), '10.5555/a<b%3c');
  assert.equal(doiFromUrlPath(encodeURIComponent('https://doi.org/10.5555/a%3Cb%253C')), '10.5555/a<b%3c');
});

doi('lower-cases ASCII letters only', () => assert.equal(parseDoi('10.5555/ÄB'), '10.5555/Äb'));

doi('is refused in a URL whose percent encoding is broken', () => {
  refusedWith('invalid', 'invalid_doi', () => parseDoi('https://doi.org/10.5555/%zz'));
  refusedWith('invalid', 'invalid_doi', () => doiFromUrlPath('10.5555/%E0%A4'));
});

doi('is refused when no store could use it as a name', () =>
  refusedWith('invalid', 'invalid_doi', () => parseDoi(`10.5555/${'x'.repeat(5_000)}`)),
);

doi('is encoded where it would end or change a URL', () =>
  assert.equal(doiUrl('10.5555/a?b#c<d>%/e(f);g'), 'https://doi.org/10.5555/a%3Fb%23c%3Cd%3E%25/e(f);g'),
);

doi('in a path is limited to the length in the contract, including blanks', () => {
  const longest = '10.5555/a'.padEnd(TEXT.webAddressCharacters);
  for (const written of [longest, encodeURIComponent(longest)]) {
    assert.equal(doiFromUrlPath(written), '10.5555/a');
    refusedWith('invalid', 'invalid_doi', () => doiFromUrlPath(`${written} `));
  }
});

doi('is a refusal or a DOI for any input', () =>
  throwsNothingButRefusals(
    fc.string({ unit: 'binary' }),
    (parsed) => /^10\..+\/./su.test(parsed),
    parseDoi,
    doiFromUrlPath,
  ),
);

doi('is the same when read again', () =>
  fc.assert(fc.property(valid, (text) => assert.equal(parseDoi(parseDoi(text)), parseDoi(text)))),
);

doi('round-trips through its URL and a path, whatever characters it has', () =>
  fc.assert(
    fc.property(valid, (text) => {
      assert.equal(parseDoi(doiUrl(text)), text);
      assert.equal(doiFromUrlPath(encodeURIComponent(text)), text);
      assert.equal(doiFromUrlPath(doiUrl(text)), text);
      assert.equal(doiFromUrlPath(encodeURIComponent(doiUrl(text))), text);
      assert.equal(doiFromUrlPath(encodeURIComponent(`doi:${text}`)), text);
      assert.equal(new URL(doiUrl(text)).search + new URL(doiUrl(text)).hash, '');
    }),
  ),
);
