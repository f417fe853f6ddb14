/** Identifiers that staff type: what is accepted, and the key that each makes. */
import assert from 'node:assert/strict';
import { keyOfGiven, mustBeIsbns } from '../../../domain/publication/given-identifier.ts';
import { suite } from '../../support/suite.ts';

const given = suite('an identifier that staff give');

given('makes the key under which lists name the work', () => {
  const keys = [
    ['isbn', '978-0-306-40615-7', 'isbn.9780306406157'],
    ['isbn', 'ISBN-10: 0 306 40615 2', 'isbn.9780306406157'],
    ['isbn', '0-8044-2957-X', 'isbn.9780804429573'],
    ['pmid', ' PMID: 33301246 ', 'pmid.33301246'],
    ['pmc', 'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC7721456/', 'pmc.pmc7721456'],
    ['arxiv', 'arXiv:hep-th/9901001v2', 'arxiv.hep-th/9901001'],
    ['handle', 'https://hdl.handle.net/20.500.11850/123456', 'handle.20.500.11850/123456'],
    ['urn', 'URN:nbn:de:101:1-201102033592', 'urn.urn:nbn:de:101:1-201102033592'],
  ] as const;
  for (const [type, value, key] of keys) assert.equal(keyOfGiven({ type, value }, 'value'), key);
});

given('is refused, naming the field, if its form or check digit is wrong', () => {
  const wrong = [
    ['isbn', '978-0-306-40615-8'],
    ['isbn', '0-306-40615-3'],
    ['isbn', '977-0-306-40615-7'],
    ['isbn', 'the second edition'],
    ['pmid', '33301246a'],
    ['pmc', 'PMC'],
    ['arxiv', '2101'],
    ['handle', '20.500.11850'],
    ['urn', 'nbn:de:101'],
    ['urn', 'urn:nbn:de:101 1'],
  ] as const;
  for (const [type, value] of wrong)
    assert.throws(
      () => keyOfGiven({ type, value }, 'identifier/value'),
      ({ kind, details }: { kind: string; details: { field: string } }) =>
        kind === 'invalid' && details.field === 'identifier/value',
      `${type} ${value}`,
    );
});

given('may be several ISBNs in a record, each of which is checked', () => {
  for (const text of [
    '9780306406157',
    '978-0-306-40615-7, 0-306-40615-2',
    '9780306406157 9780804429573',
    '978 0 306 40615 7',
  ])
    mustBeIsbns(text, 'ISBN');
  for (const text of ['9780306406158', '978-0-306-40615-7, 0-306-40615-3', '9780306406157 9780804429574', 'none'])
    assert.throws(() => mustBeIsbns(text, 'ISBN'), { code: 'invalid_isbn' }, text);
});
