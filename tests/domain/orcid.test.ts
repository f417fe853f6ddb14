/** The spellings of an ORCID iD that are accepted, and errors that the check digit detects. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ID } from '../../domain/limits.ts';
import { parseOrcid } from '../../domain/orcid.ts';
import { refusedWith, throwsNothingButRefusals } from '../support/refused.ts';
import { suite } from '../support/suite.ts';

const orcid = suite('an ORCID iD');
const CARBERRY = '0000-0002-1825-0097';
const CHECKED_BY_X = '0000-0002-1694-233X';

for (const written of [
  ...[CARBERRY, '0000000218250097', '0000 0002 1825 0097', CARBERRY.replaceAll('-', '\u2010'), ` ${CARBERRY} `],
  ...[
    `https://orcid.org/${CARBERRY}`,
    `http://www.orcid.org/${CARBERRY}`,
    `orcid.org/${CARBERRY}`,
    `//orcid.org/${CARBERRY}`,
  ],
  ...[
    `https://orcid.org/${CARBERRY}/`,
    `https://orcid.org/${CARBERRY}?lang=en`,
    `https://orcid.org/https://orcid.org/${CARBERRY}`,
  ],
  ...[`orcid:${CARBERRY}`, `ORCID: ${CARBERRY}`, `ORCID iD: https://orcid.org/${CARBERRY}`],
])
  orcid(`is read from ${JSON.stringify(written)}`, () => assert.equal(parseOrcid(written), CARBERRY));

orcid('ends in a capital X', () => assert.equal(parseOrcid(CHECKED_BY_X.toLowerCase()), CHECKED_BY_X));

for (const wrong of [
  '',
  '0000-0002-1825-009',
  '0000-0002-1825-00977',
  `${CARBERRY}/works`,
  `https://example.org/${CARBERRY}`,
  `https://orcid.org.example.org/${CARBERRY}`,
  'x',
  '０000-0002-1825-0097',
])
  orcid(`is not ${JSON.stringify(wrong)}`, () => refusedWith('invalid', 'invalid_orcid', () => parseOrcid(wrong)));

orcid('never matches one with a changed digit or two swapped neighbours', () => {
  const at = fc.integer({ min: 0, max: 14 });
  const compact = CARBERRY.replaceAll('-', '');
  fc.assert(
    fc.property(at, fc.integer({ min: 1, max: 9 }), (index, by) => {
      const digit = (Number(compact[index]) + by) % 10;
      const changed = `${compact.slice(0, index)}${digit}${compact.slice(index + 1)}`;
      refusedWith('invalid', 'invalid_orcid', () => parseOrcid(changed));
    }),
  );
  for (let index = 0; index < 15; index += 1) {
    const swapped = `${compact.slice(0, index)}${compact[index + 1]}${compact[index]}${compact.slice(index + 2)}`;
    if (swapped !== compact) refusedWith('invalid', 'invalid_orcid', () => parseOrcid(swapped));
  }
});

orcid('is a refusal or an iD for any input', () =>
  throwsNothingButRefusals(
    fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^\d{15}[\dX]$/u)),
    (parsed) => /^(?:\d{4}-){3}\d{3}[\dX]$/u.test(parsed),
    parseOrcid,
  ),
);

orcid('is limited to the length in the contract, including blanks', () => {
  assert.equal(parseOrcid(CARBERRY.padEnd(ID.orcid)), CARBERRY);
  refusedWith('invalid', 'invalid_orcid', () => parseOrcid(CARBERRY.padEnd(ID.orcid + 1)));
});

orcid('is the same when read again', () =>
  fc.assert(
    fc.property(fc.stringMatching(/^\d{15}$/u), (base) => {
      const read = [...'0123456789X'].flatMap((check) => {
        try {
          return [parseOrcid(base + check)];
        } catch {
          return [];
        }
      });
      assert.equal(read.length, 1, 'exactly one check digit is correct');
      assert.deepEqual(read.map(parseOrcid), read);
    }),
  ),
);
