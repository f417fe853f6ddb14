/** The ids of people, with and without an ORCID iD. */
import assert from 'node:assert/strict';
import { Refused } from '../../../domain/errors.ts';
import { hasOrcid, parsePersonId, personIdFrom } from '../../../domain/person/id.ts';
import { suite } from '../../support/suite.ts';

const ids = suite('the id of a person');
const OURS = personIdFrom('ffffffff-ffff-4fff-bfff-ffffffffffff');

ids('is made of a UUID, and as long for every one', () => {
  assert.equal(personIdFrom('00000000-0000-4000-8000-000000000001').length, OURS.length);
  assert.equal(parsePersonId(OURS), OURS);
  assert.notEqual(
    personIdFrom('00000000-0000-4000-8000-000000000001'),
    personIdFrom('00000000-0000-4000-8000-000000000002'),
  );
});

ids('is an ORCID iD in any form, or one of ours', () => {
  assert.equal(parsePersonId('https://orcid.org/0000000218250097'), '0000-0002-1825-0097');
  assert.equal(parsePersonId(` ${OURS.toUpperCase()} `), OURS);
  assert.deepEqual([hasOrcid('0000-0002-1825-0097'), hasOrcid(OURS)], [true, false]);
});

ids('of neither form is refused, naming both', () => {
  for (const wrong of ['p-1', `${OURS}0`, 'p-wwwwwwwwwwwwwwwwwwwwwwwwww', '0000-0002-1825-0098', '', 'p'.repeat(1_000)])
    assert.throws(
      () => parsePersonId(wrong),
      (error) =>
        error instanceof Refused &&
        error.kind === 'invalid' &&
        /0000-0002-1825-0097.*p-/su.test(String(error.details?.['accepted'])),
      wrong,
    );
});
