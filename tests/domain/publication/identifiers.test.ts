/** The same identifier in each form that providers use. */
import assert from 'node:assert/strict';
import { identifierOf } from '../../../domain/publication/identifiers.ts';
import { listedFromOpenalex } from '../../../infra/providers/openalex/work.ts';
import { suite } from '../../support/suite.ts';

const identifiers = suite('an identifier of a work');
const valueOf = (type: string, text: string): string | null => identifierOf(type, text)?.value ?? null;

identifiers('is the same as a number, with its prefix and as a URL, with or without a trailing slash', () => {
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

identifiers('is rejected without a number, so that different works do not become one', () => {
  for (const text of ['PMC', 'pmc', '', 'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC/'])
    assert.equal(valueOf('pmc', text), null, text);
  assert.equal(valueOf('pmid', 'PMID:'), null);
});

identifiers('of arXiv is the same without its version and subject class, as a URL, and as the DOI of arXiv', () => {
  const [recent, old] = ['2601.09283', 'hep-th/9901001'];
  for (const id of [recent, old])
    for (const text of [
      ...[id, `${id}v2`, `arXiv:${id}`, `arXiv: ${id}v1 [hep-th]`, `10.48550/arXiv.${id}`],
      ...[
        `http://arxiv.org/abs/${id}`,
        `https://www.arxiv.org/pdf/${id}v3.pdf`,
        `https://arxiv.org/abs/${id}?context=hep-th`,
        `https://arxiv.org/abs/${id}v1/?context=hep-th`,
        `https://arxiv.org/pdf/${id}v2.pdf#page=2`,
        `https://arxiv.org/abs/arXiv:${id}`,
      ],
      `https://doi.org/10.48550/arXiv.${id}`,
    ])
      assert.equal(valueOf('arxiv', text), id, text);
  assert.equal(valueOf('arxiv', 'math.GT/0309136'), 'math/0309136');
  assert.deepEqual(identifierOf('uri', `https://arxiv.org/abs/${old}`), { type: 'arxiv', value: old });
  assert.equal(valueOf('arxiv', 'arXiv:astro-ph0601001v1'), 'astro-ph0601001', 'every form has a prefix');
  for (const uri of ['https://example.org/abs/2601.09283', 'record/1234567', '2601.09283'])
    assert.equal(identifierOf('uri', uri)?.type, 'uri', uri);
});

identifiers('of arXiv is that of the page that OpenAlex gives for a work without a DOI', () => {
  const page = { primary_location: { landing_page_url: 'http://arxiv.org/abs/2601.09283' } };
  const identifiersOf = (work: object) =>
    listedFromOpenalex(work, '0000-0002-1825-0097', { provider: 'openalex', url: 'https://example.org' }).identifiers;
  assert.deepEqual(identifiersOf({ id: 'W1', ...page }), [{ type: 'arxiv', value: '2601.09283' }]);
  assert.deepEqual(identifiersOf({ id: 'W2', ...page, doi: 'https://doi.org/10.5555/pots.1' }), []);
});
