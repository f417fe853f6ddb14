/** The parts of a name that the catalogue has as one text. */
import assert from 'node:assert/strict';
import { nameOfPerson } from '../../../../domain/person-name.ts';
import { identifierInWords } from '../../../../api/web/dashboard/publication/identifiers.ts';
import { suite } from '../../../support/suite.ts';

const names = suite('the name of a person');

names('has the last word as family name, with the particles before it', () => {
  assert.deepEqual(nameOfPerson('Josiah S. Carberry'), { given: 'Josiah S.', family: 'Carberry' });
  assert.deepEqual(nameOfPerson('Ludwig van der Berg, PhD'), { given: 'Ludwig', family: 'van der Berg' });
  assert.deepEqual(nameOfPerson('Van Morrison'), { given: 'Van', family: 'Morrison' });
  assert.deepEqual(nameOfPerson(' Plato '), { literal: 'Plato' });
});

const identifiers = suite('an identifier in words');

identifiers('names its type, unless it is only a name that Colophon or one list gives', () => {
  assert.equal(identifierInWords('isbn.9780306406157'), 'ISBN 9780306406157');
  assert.equal(identifierInWords('pmc.pmc7721456'), 'PubMed Central PMC7721456');
  assert.equal(identifierInWords('local.01890c3e-6a5f-7c1b-9d2e-4f5a6b7c8d9e'), null);
  assert.equal(identifierInWords('0000-0002-1825-0097.12'), null);
  assert.equal(identifierInWords('report-2024'), null);
});
