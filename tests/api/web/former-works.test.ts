/** Bookmarked lists of works, of earlier releases. */
import assert from 'node:assert/strict';
import { placeOfFormer } from '../../../api/web/dashboard/publications/former.ts';
import { suite } from '../../support/suite.ts';

const former = suite('a bookmarked list of works');

former('leads to the list of publications that shows the same', () => {
  const places = [
    ['', '/publications?has_doi=no'],
    [
      'q=pots&work_type=book&publication_year=2019&orcid_id=0000-0002-1825-0097&page=3&sort=created_at',
      '/publications?q=pots&publication_type=book&publication_year=2019&has_doi=no&orcid_id=0000-0002-1825-0097',
    ],
    ['status=unpublished', '/publications?visibility=hidden&has_doi=no'],
    ['status=archived', '/publications?status=deleted&has_doi=no'],
    ['status=all', '/publications?status=all&has_doi=no'],
  ] as const;
  for (const [search, place] of places) assert.equal(placeOfFormer(new URLSearchParams(search)), place);
});
