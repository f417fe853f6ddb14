/** The DOIs and identifiers of an entry of a list, wherever the list has them. */
import assert from 'node:assert/strict';
import { listedFromOpenalex } from '../../../infra/providers/openalex/work.ts';
import { listedFromOrcid } from '../../../infra/providers/orcid/works.ts';
import { processorMs } from '../../support/processor.ts';
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
const allIn = (...summaries: readonly object[]) => listedFromOrcid({ 'work-summary': summaries }, CARBERRY, FROM);
const listedIn = (...summaries: readonly object[]) => allIn(...summaries)[0];
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

const grouped = suite('a group of an ORCID list with several DOIs');

const partsOf = (group: object) =>
  listedFromOrcid(group, CARBERRY, FROM).map(({ dois, beside, identifiers, fallbackKey, summary: { title } }) => ({
    dois,
    beside,
    ids: identifiers.map(({ type, value }) => `${type}.${value}`),
    ...{ fallbackKey, title },
  }));

grouped('leaves an identifier to the DOI of its summary', () => {
  const ids = [id('doi', '10.5555/preprint'), id('doi', '10.5555/article'), id('pmid', '1'), id('pmc', 'PMC2')];
  const article = summary(12, [
    id('doi', '10.5555/article'),
    id('pmid', '1'),
    id('doi', '10.5555/preprint', 'version-of'),
  ]);
  const shares = summary(13, [id('pmid', '1'), id('pmc', 'PMC2')]);
  const preprint = summary(11, [id('doi', '10.5555/preprint')]);
  assert.deepEqual(partsOf({ 'external-ids': { 'external-id': ids }, 'work-summary': [article, preprint, shares] }), [
    {
      dois: ['10.5555/article'],
      beside: [],
      ids: ['pmid.1', 'pmc.pmc2'],
      fallbackKey: `${CARBERRY}.12`,
      title: 'Pots 12',
    },
    { dois: ['10.5555/preprint'], beside: [], ids: [], fallbackKey: `${CARBERRY}.11`, title: 'Pots 11' },
  ]);
});

grouped('gives all of them an identifier that no summary claims, and one that shares nothing', () => {
  const [a, b] = [summary(1, [id('doi', '10.5555/a')]), summary(2, [id('doi', '10.5555/b')])];
  const group = {
    'external-ids': { 'external-id': [id('pmid', '1')] },
    'work-summary': [a, b, summary(3, [id('eid', '2')])],
  };
  assert.deepEqual(
    partsOf(group).map(({ ids }) => ids),
    [
      ['pmid.1', 'eid.2'],
      ['pmid.1', 'eid.2'],
    ],
  );
});

grouped('names beside each the DOIs that have all of its identifiers', () => {
  const right = summary(1, [id('doi', '10.5555/right'), id('pmid', '1'), id('eid', '2')]);
  const wrong = summary(2, [id('doi', '10.5555/wrong'), id('pmid', '1')]);
  const besides = (...all: readonly object[]) => allIn(...all).map(({ dois, beside }) => [dois, beside]);
  assert.deepEqual(besides(right, wrong), [
    [['10.5555/right'], []],
    [['10.5555/wrong'], ['10.5555/right']],
  ]);
  assert.deepEqual(besides(summary(1, [id('doi', '10.5555/right'), id('doi', '10.5555/wrong')])), [
    [['10.5555/right'], ['10.5555/wrong']],
    [['10.5555/wrong'], ['10.5555/right']],
  ]);
});

grouped('is split in time that grows with its size', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => n);
  const ids = many.map((n) => id('doi', `10.5555/${n}`));
  const began = processorMs();
  allIn(
    ...many.map((n) => summary(n, [id('doi', `10.5555/${n}`), id('pmid', '1')])),
    ...many.map((n) => summary(n, [id('pmid', '1'), id('eid', `${n}`)])),
  );
  allIn(summary(1, ids), summary(2, [...ids, ...many.map((n) => id('eid', `${n}`))]));
  listedFromOrcid(
    { 'external-ids': { 'external-id': ids }, 'work-summary': many.map((n) => summary(n, [])) },
    CARBERRY,
    FROM,
  );
  assert.ok(processorMs() - began < 5_000);
});

const openalex = suite('the DOI of a work in OpenAlex');

openalex('is read as it is, since OpenAlex does not encode it', () => {
  const doisOf = (doi: string) => listedFromOpenalex({ id: 'W1', doi }, CARBERRY, FROM).dois;
  for (const doi of ['10.5555/a%2fb', '10.5555/a%b', '10.5555/q?x=1&y=2', '10.5555/a#b', '10.5555/a<b>c'])
    assert.deepEqual(doisOf(`https://doi.org/${doi}`), [doi]);
});

const address = suite('the address of a work without a DOI');

address('is the one that its list has, else that of an identifier in ORCID, or its page in OpenAlex', () => {
  const [own, page] = ['https://example.org/pots', 'https://openalex.org/W1'];
  const pmid = { ...id('pmid', '1'), 'external-id-url': { value: 'https://pubmed.example/1' } };
  const inOrcid = (ids: readonly object[], more: object = {}) => listedIn(summary(1, ids, more))?.summary.URL;
  assert.equal(inOrcid([pmid], urlOf(own)), own);
  assert.equal(inOrcid([pmid]), 'https://pubmed.example/1');
  assert.equal(inOrcid([pmid, id('doi', '10.5555/a')]), undefined);
  const inOpenalex = (more: object) => listedFromOpenalex({ id: page, ...more }, CARBERRY, FROM).summary.URL;
  assert.equal(inOpenalex({ primary_location: { landing_page_url: own } }), own);
  assert.equal(inOpenalex({}), page);
  assert.equal(inOpenalex({ doi: 'https://doi.org/10.5555/a' }), undefined);
});
