/** Types of relations, and licences in one form. */
import assert from 'node:assert/strict';
import { inverseOf, RELATION_TYPES } from '../../../domain/facts/relations.ts';
import { parseLicence } from '../../../domain/facts/web-address.ts';
import { suite } from '../../support/suite.ts';

const relations = suite('a type of relation');

relations('has an inverse of which it is the inverse', () => {
  assert.equal(RELATION_TYPES.length, 18);
  for (const type of RELATION_TYPES) {
    assert.notEqual(inverseOf(type), type);
    assert.equal(inverseOf(inverseOf(type)), type);
  }
});

const licence = suite('the address of a licence');

licence('of Creative Commons is the same however it is written', () => {
  for (const [written, address] of [
    ['http://creativecommons.org/licenses/by/4.0', 'licenses/by/4.0/'],
    ['https://creativecommons.org/licenses/by-sa/4.0/legalcode', 'licenses/by-sa/4.0/'],
    ['http://creativecommons.org/licenses/by-sa/4.0/deed.de', 'licenses/by-sa/4.0/'],
    ['https://creativecommons.org/licenses/by/4.0/legalcode.en', 'licenses/by/4.0/'],
    ['http://www.creativecommons.org/licenses/by-nd/2.0/de', 'licenses/by-nd/2.0/de/'],
    ['http://creativecommons.org/licenses/by/2.0/uk/legalcode', 'licenses/by/2.0/uk/'],
    ['http://creativecommons.org/licences/BY-NC/3.0/', 'licenses/by-nc/3.0/'],
    ['https://creativecommons.org/licenses/by/', 'licenses/by/'],
    ['https://creativecommons.org/publicdomain/zero/1.0?ref=chooser-v1', 'publicdomain/zero/1.0/'],
  ] as const)
    assert.equal(parseLicence(written), `https://creativecommons.org/${address}`, written);
});

licence('of anyone else stays as it is', () => {
  for (const address of [
    'http://onlinelibrary.wiley.com/termsAndConditions#vor',
    'https://creativecommons.org/about',
    'http://rightsstatements.org/vocab/InC/1.0/',
  ])
    assert.equal(parseLicence(address), address);
});
