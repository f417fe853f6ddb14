/** Finding ORCID iDs in pasted text. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pastedIn } from '../../../api/web/dashboard/ingestion/pasted.ts';
import { ORCIDS } from '../../../infra/demo/sample.ts';
import { suite } from '../../support/suite.ts';

const pasted = suite('a pasted list');
const CARBERRY = '0000-0002-1825-0097';
const WITH_X = '0000-0002-1694-233X';
const PASTED = [...ORCIDS, WITH_X];

pasted('yields the iDs of an e-mail, of URLs and of a table', () => {
  for (const [text, ...orcids] of [
    [`Dear Ilse, mine is ${CARBERRY}. Call me at +49 30 1234-5678.`, CARBERRY],
    [`See https://orcid.org/${CARBERRY}, or <http://www.orcid.org/${WITH_X}/>.`, CARBERRY, WITH_X],
    [`name;iD\nCarberry;${CARBERRY};2021-03-09\n"Other","${WITH_X.toLowerCase()}"`, CARBERRY, WITH_X],
    ['0000000218250097', CARBERRY],
    ['0000 0002 1825 0097', CARBERRY],
    ['0000\u20110002\u20111825\u20110097', CARBERRY],
    [`orcid:${CARBERRY}`, CARBERRY],
    [`Carberry\u2013${CARBERRY}`, CARBERRY],
    [`-${CARBERRY}`, CARBERRY],
    [`ORCID-${CARBERRY}`, CARBERRY],
    [`https://orcid.org/my-orcid?orcid=${CARBERRY}`, CARBERRY],
    [`12-${CARBERRY}`],
    ['ISBN 978-3-16-148410-0, DOI 10.5555/12345678, 2021-03-09'],
    [''],
  ] as const) {
    const { valid, malformed } = pastedIn(text);
    assert.deepEqual([valid, malformed], [orcids, []], text);
  }
});

pasted('counts repeated iDs, in whatever form', () => {
  const { valid, repeated } = pastedIn(`${CARBERRY}\nhttps://orcid.org/${CARBERRY}\n0000000218250097\n${WITH_X}`);
  assert.deepEqual(valid, [CARBERRY, WITH_X]);
  assert.deepEqual([...repeated], [[CARBERRY, 3]]);
});

pasted('reports what looks like an iD but is invalid, with the reason', () => {
  for (const [text, meant, problem] of [
    ['0000-0002-1825-0098', '0000-0002-1825-0098', 'check_digit'],
    ['https://orcid.org/0000-0002-1825-0098', '0000-0002-1825-0098', 'check_digit'],
    ['0000-0002-1825-009', '0000-0002-1825-009', 'form'],
    ['0000-0002-1825', '0000-0002-1825', 'form'],
    ['0000-0002-1825-00977', '0000-0002-1825-00977', 'form'],
    ['ORCID-0000-0002-1825-009', '0000-0002-1825-009', 'form'],
    ['https://orcid.org/carberry.', 'carberry', 'form'],
  ] as const)
    assert.deepEqual(pastedIn(text), { valid: [], repeated: new Map(), malformed: [{ text: meant, problem }] }, text);
});

pasted('finds every iD, whatever separates them', () => {
  const written = fc.tuple(
    fc.constantFrom(...PASTED),
    fc.constantFrom<(orcid: string) => string>(
      (orcid) => orcid,
      (orcid) => orcid.replaceAll('-', ''),
      (orcid) => `https://orcid.org/${orcid}`,
      (orcid) => `<${orcid.toLowerCase()}>`,
    ),
    fc.constantFrom('\n', ', ', ';', '\t', ' and ', '"\r\n"', ' | '),
  );
  fc.assert(
    fc.property(fc.array(written), (parts) => {
      const { valid, malformed } = pastedIn(parts.map(([orcid, form, end]) => form(orcid) + end).join(''));
      assert.deepEqual(valid, [...new Set(parts.map(([orcid]) => orcid))]);
      assert.deepEqual(malformed, []);
    }),
  );
});
