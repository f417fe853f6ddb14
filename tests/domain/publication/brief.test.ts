/** What a row shows of a record: the first authors, the journal or book, and open access. */
import assert from 'node:assert/strict';
import type { CslItem } from '../../../domain/csl.ts';
import { briefOf } from '../../../domain/publication/brief.ts';
import { NO_MATCH, type Present } from '../../../domain/publication/state.ts';
import { suite } from '../../support/suite.ts';

const brief = suite('the brief of a record');

const [ADA, BO, CY] = ['0000-0002-1825-0097', '0000-0000-0000-1012', '0000-0000-0000-4045'];
const STATE = { links: {}, match: NO_MATCH, enrichment: null };

const of = (record: Partial<CslItem>, state: Partial<Pick<Present, 'links' | 'match' | 'enrichment'>> = {}) =>
  briefOf({ type: 'article-journal', ...record }, { ...STATE, ...state });

brief('has names as they are spoken, and their parts', () => {
  const author = [
    {
      family: 'Berg',
      given: 'Ada',
      'non-dropping-particle': 'van den',
      suffix: 'Jr.',
      ORCID: `https://orcid.org/${ADA}`,
    },
    { literal: 'The Kiln Consortium' },
    { family: '葉山', given: '美晴' },
    { family: '' },
  ];
  assert.deepEqual(of({ author }).authors, [
    { name: 'Ada van den Berg Jr.', family: 'van den Berg', given: 'Ada', orcid: ADA },
    { name: 'The Kiln Consortium', family: null, given: null, orcid: null },
    { name: '美晴 葉山', family: '葉山', given: '美晴', orcid: null },
  ]);
});

brief('counts all authors, also those that the record omits; not if nobody knows', () => {
  const author = Array.from({ length: 12 }, (_, n) => ({ family: `F${n}` }));
  const counts = [{}, { authors_omitted: 88 }, { authors_omitted: true }].map(
    (custom) => of({ author, custom }).authorCount,
  );
  assert.deepEqual(counts, [12, 100, null]);
  assert.deepEqual([of({}).authors, of({}).authorCount], [[], 0]);
});

brief('names linked authors whose iD no entry has, but no editor and no one who is not named', () => {
  const author = [{ family: 'A', ORCID: `https://orcid.org/${ADA}` }, { family: 'B' }];
  const links = { [ADA]: 'metadata', [BO]: 'orcid_list', [CY]: 'orcid_list' } as const;
  assert.deepEqual(of({ author }, { links }).withoutEntry, [BO, CY]);
  const match = { suggested: [], strays: [BO], roles: { [CY]: ['editor'] } };
  assert.deepEqual(of({ author }, { links, match }).withoutEntry, []);
});

brief('has the container and open access as far as they are known', () => {
  assert.deepEqual(of({ volume: 5, page: ' 1-3 ' }).container, { title: null, volume: '5', issue: null, page: '1-3' });
  assert.equal(of({ 'container-title': ' ' }).container, null);
  const openAccess = (enrichment: Present['enrichment']) => of({}, { enrichment }).openAccess;
  assert.deepEqual(openAccess({ open_access_status: 'gold', open_access_url: 'https://example.org' }), {
    status: 'gold',
    url: 'https://example.org',
  });
  assert.deepEqual(openAccess({ open_access_status: 'closed', open_access_url: null }), {
    status: 'closed',
    url: null,
  });
  assert.deepEqual([openAccess(null), openAccess({})], [null, null]);
});
