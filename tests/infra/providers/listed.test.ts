/** The DOIs and identifiers of an entry of a list, wherever the list has them. */
import assert from 'node:assert/strict';
import { listedFromOpenalex } from '../../../infra/providers/openalex/work.ts';
import { listedFromOrcid } from '../../../infra/providers/orcid/works.ts';
import { suite } from '../../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';
const FROM = { provider: 'orcid', url: 'https://example.org' } as const;

const id = (type: string, value: string, relationship = 'self', normalized?: string) => ({
  'external-id-type': type,
  'external-id-value': value,
  ...(normalized !== undefined && { 'external-id-normalized': { value: normalized } }),
  'external-id-relationship': relationship,
});
const summary = (putCode: number, ids: readonly object[], more: object = {}) => ({
  'put-code': putCode,
  title: { title: { value: `Pots ${putCode}` } },
  type: 'journal-article',
  'external-ids': { 'external-id': ids },
  ...more,
});
const listedIn = (...summaries: readonly object[]) => listedFromOrcid({ 'work-summary': summaries }, CARBERRY, FROM);
const urlOf = (value: string) => ({ url: { value } });

const orcid = suite('the DOI of an entry in an ORCID list');

for (const [where, ids, more] of [
  ['as such', [id('doi', '10.5555/A')]],
  ['as its address', [id('doi', 'https://doi.org/10.5555/a')]],
  ['without the protocol', [id('doi', 'doi.org/10.5555/a')]],
  ['with a zero-width space', [id('doi', '10.5555/a\u{200b}')]],
  ['as ORCID normalizes it', [id('doi', 'see 10.5555/a', 'self', '10.5555/a')]],
  ['as a URI', [id('uri', 'https://doi.org/10.5555/a')]],
  ['as a URI beside others', [id('pmid', '1'), id('uri', 'doi:10.5555/A')]],
  [
    'as the URL of the identifier',
    [{ ...id('doi', 'Pots'), 'external-id-url': { value: 'https://doi.org/10.5555/a' } }],
  ],
  ['as the URL of the entry', [id('pmid', '1')], urlOf('http://dx.doi.org/10.5555/a')],
] as const)
  orcid(`is read ${where}`, () => assert.deepEqual(listedIn(summary(1, ids, more))?.dois, ['10.5555/a']));

orcid('is not that of its container or of another version, nor any other address', () => {
  for (const relationship of ['part-of', 'version-of', 'funded-by'])
    for (const type of ['doi', 'uri'])
      assert.deepEqual(
        listedIn(summary(1, [id(type, 'https://doi.org/10.5555/a', relationship)], urlOf('https://doi.org/10.5555/a')))
          ?.dois,
        [],
      );
  assert.deepEqual(listedIn(summary(1, [id('uri', 'https://example.org/10.5555/a')]))?.dois, []);
});

orcid('is not the one in its URL if another is given', () =>
  assert.deepEqual(listedIn(summary(1, [id('doi', '10.5555/a')], urlOf('https://doi.org/10.5555/b')))?.dois, [
    '10.5555/a',
  ]),
);

const openalex = suite('the DOI of a work in OpenAlex');

openalex('is read as it is, since OpenAlex does not encode it', () => {
  const doisOf = (doi: string) => listedFromOpenalex({ id: 'W1', doi }, CARBERRY, FROM).dois;
  for (const doi of ['10.5555/a%2fb', '10.5555/a%b', '10.5555/q?x=1&y=2', '10.5555/a#b', '10.5555/a<b>c'])
    assert.deepEqual(doisOf(`https://doi.org/${doi}`), [doi]);
});
