/** The spellings of a DOI that are accepted, and its normal form. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { doiFromUrlPath, doiUrl, parseDoi } from '../../domain/doi.ts';
import { TEXT } from '../../domain/limits.ts';
import { throwsNothingButRefusals, refusedWith } from '../support/refused.ts';
import { suite } from '../support/suite.ts';

const doi = suite('a DOI');
const suffix = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((text) => /^[^\s\p{Cc}\p{Cs}]+$/u.test(text));
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
])
  doi(`is not ${JSON.stringify(wrong)}`, () => refusedWith('invalid', 'invalid_doi', () => parseDoi(wrong)));

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
