/** The same identifier in each form that providers write it. */
import assert from 'node:assert/strict';
import { identifierOf } from '../../../infra/providers/identifiers.ts';
import { suite } from '../../support/suite.ts';

const identifiers = suite('an identifier of a work');
const valueOf = (type: string, text: string): string | null => identifierOf(type, text)?.value ?? null;

identifiers('is the same as a number, with its prefix and as an address, with or without a slash at the end', () => {
  for (const text of [
    'PMC3240407',
    '3240407',
    'pmcid: PMC3240407',
    'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC3240407',
    'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC3240407/',
  ])
    assert.equal(valueOf('pmc', text), 'pmc3240407', text);
  for (const text of [
    '12930801',
    'PMID: 12930801',
    'https://pubmed.ncbi.nlm.nih.gov/12930801',
    'https://pubmed.ncbi.nlm.nih.gov/12930801/',
  ])
    assert.equal(valueOf('pmid', text), '12930801', text);
});

identifiers('is none without a number, so that different works do not become one', () => {
  for (const text of ['PMC', 'pmc', '', 'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC/'])
    assert.equal(valueOf('pmc', text), null, text);
  assert.equal(valueOf('pmid', 'PMID:'), null);
});
