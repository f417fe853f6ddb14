/** What becomes of a provider's record: only what it says of the work, and in the form that CSL and its readers expect. */
import assert from 'node:assert/strict';
import { cslFromCrossref } from '../../../infra/providers/crossref/work.ts';
import { cslFromDatacite } from '../../../infra/providers/datacite/record.ts';
import { suite } from '../../support/suite.ts';

const crossref = suite('a record of Crossref');
const datacite = suite('a record of DataCite');

crossref('has no authors, pages or article number that stand for none', () => {
  const { author, page, number } = cslFromCrossref({
    type: 'journal-article',
    author: [{ family: '-', given: 'Xue Ding' }, { name: '&NA;' }, { family: 'Né', given: 'A.' }],
    page: 'n/a-n/a',
    'article-number': 'S0269964801153015',
  });
  assert.deepEqual(author, [{ literal: 'Xue Ding' }, { family: 'Né', given: 'A.' }]);
  assert.deepEqual([page, number], [undefined, undefined]);
  const kept = cslFromCrossref({ type: 'journal-article', page: '309a-310a', 'article-number': 'e0123' });
  assert.deepEqual([kept['page'], kept['number']], ['309a-310a', 'e0123']);
});

crossref('of a preprint or thesis names the server or university as its publisher', () => {
  const institution = [{ name: 'Earth and Space Science Open Archive' }];
  const publisherOf = (work: object) => cslFromCrossref({ publisher: 'Wiley', ...work }).publisher;
  assert.equal(publisherOf({ type: 'posted-content', institution }), institution[0]?.name);
  assert.equal(publisherOf({ type: 'dissertation', institution }), institution[0]?.name);
  assert.equal(publisherOf({ type: 'posted-content' }), 'Wiley');
  assert.equal(publisherOf({ type: 'journal-article', institution }), 'Wiley');
});

datacite('has no author who is nobody', () => {
  const creators = ['Unknown', '[S.N.]', '(:Unkn) Unknown', 'No Name Supplied', 'Anonymous'];
  const { author } = cslFromDatacite({ creators: creators.map((name) => ({ name })) });
  assert.deepEqual(author, [{ literal: 'Anonymous' }]);
});
