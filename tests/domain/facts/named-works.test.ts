/** The works that the identifiers of relations stand for. */
import assert from 'node:assert/strict';
import { addressNamed, keysNamed } from '../../../domain/facts/named-works.ts';
import { suite } from '../../support/suite.ts';

const named = suite('the identifier that a relation names');

named('is the key under which a catalogue has the work, if it is of a single one', () => {
  for (const [type, id, keys] of [
    ['doi', '10.5555/12345678', ['10.5555/12345678']],
    ['arxiv', '2101.00001', ['10.48550/arxiv.2101.00001', 'arxiv.2101.00001']],
    ['doi', '10.48550/arxiv.2101.00001', ['10.48550/arxiv.2101.00001', 'arxiv.2101.00001']],
    ['uri', 'https://arxiv.org/abs/2101.00001', ['10.48550/arxiv.2101.00001', 'arxiv.2101.00001']],
    ['isbn', '0306406152', ['isbn.9780306406157', 'isbn.0306406152']],
    ['isbn', '9780306406157', ['isbn.9780306406157']],
    ['pmid', '33301246', ['pmid.33301246']],
    ['pmcid', 'PMC7721456', ['pmc.pmc7721456']],
    ['handle', '20.500.12345/67', ['handle.20.500.12345/67']],
    ['issn', '0000-0019', []],
    ['other', 'box-7', []],
  ] as const)
    assert.deepEqual(keysNamed({ 'id-type': type, id }), keys, `${type} ${id}`);
});

named('leads to an address, if its registry has one', () => {
  for (const [type, id, address] of [
    ['doi', '10.5555/12345678', 'https://doi.org/10.5555/12345678'],
    ['pmcid', 'PMC7721456', 'https://pmc.ncbi.nlm.nih.gov/articles/PMC7721456/'],
    ['uri', 'https://example.org/pots', 'https://example.org/pots'],
    ['isbn', '9780306406157', null],
    ['other', 'box-7', null],
  ] as const)
    assert.equal(addressNamed({ 'id-type': type, id }), address);
});
