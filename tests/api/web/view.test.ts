/** A listing with its search, filters, order and page in the URL. */
import assert from 'node:assert/strict';
import { oneOf, optionalText } from '../../../api/web/client/query.ts';
import { address, navigate } from '../../../api/web/client/router.ts';
import { openListing } from '../../../api/web/client/view.ts';
import { suite } from '../../support/suite.ts';

const entries: string[] = [];
Object.assign(globalThis, {
  scrollTo: () => undefined,
  history: {
    pushState: (_state: unknown, _title: string, to: URL) => entries.push(to.search),
    replaceState: (_state: unknown, _title: string, to: URL) => entries.splice(-1, 1, to.search),
  },
});

const things = openListing(
  { type: optionalText(), status: oneOf(['active', 'all'], 'active') },
  { sort: oneOf(['title', 'date'], 'date') },
);
const listing = suite('a listing in the URL');

listing.before.each(() => navigate('/?q=pots&status=all&sort=title&page=3&per_page=100'));

listing('returns to its first page when search or filters change, and keeps the rest', () => {
  things.narrow({ type: 'book' });
  assert.equal(address.value.search, '?q=pots&type=book&status=all&sort=title&per_page=100');
  things.turnTo(2);
  assert.equal(things.now.value.page, 2);
  things.resize(50);
  assert.equal(address.value.search, '?q=pots&type=book&status=all&sort=title');
});

listing('counts its filters, without the search', () => {
  assert.equal(things.filterCount.value, 1);
  things.narrow({ status: 'active' });
  assert.deepEqual([things.filterCount.value, things.isNarrowed.value], [0, true]);
  things.search('');
  assert.equal(things.isNarrowed.value, false);
});

listing('can be cleared of its search and filters, keeping its order and page size', () => {
  things.clear();
  assert.equal(address.value.search, '?sort=title&per_page=100');
});

listing('leaves one history entry for a search, however many letters it has', () => {
  const before = entries.length;
  for (const q of ['a', 'am', 'amp']) things.search(q);
  assert.deepEqual([entries.length, things.now.value.q], [before, 'amp']);
});
