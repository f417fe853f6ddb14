/** The query of a page's URL: read with defaults, written without them. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  oneOf,
  optionalFlag,
  optionalNumber,
  optionalText,
  queryCodec,
  text,
  wholeNumber,
} from '../../../api/web/client/query.ts';
import { suite } from '../../support/suite.ts';

const address = suite('the query of a URL');
const SORTS = ['title', 'date'] as const;
const codec = queryCodec({
  q: text(),
  type: optionalText(),
  year: optionalNumber({ min: -9_999, max: 9_999 }),
  isOld: optionalFlag(),
  sort: oneOf(SORTS, 'date'),
  page: wholeNumber(1, { max: 1_000 }),
});

address('is empty for a default view', () => {
  assert.equal(codec.write(codec.defaults), '');
  assert.deepEqual(codec.read(new URLSearchParams()), {
    ...{ q: '', type: null, year: null, isOld: null, sort: 'date', page: 1 },
  });
});

address('round-trips any view', () =>
  fc.assert(
    fc.property(
      fc.record({
        q: fc.string({ unit: 'grapheme' }),
        type: fc.option(fc.string({ minLength: 1 })),
        year: fc.option(fc.integer({ min: -9_999, max: 9_999 })),
        isOld: fc.option(fc.boolean()),
        sort: fc.constantFrom(...SORTS),
        page: fc.integer({ min: 1, max: 1_000 }),
      }),
      (view) => {
        const search = codec.write(view);
        assert.deepEqual(codec.read(new URL(`http://localhost/${search}`).searchParams), { ...view });
      },
    ),
  ),
);

address('uses the default in place of an invalid value', () => {
  const read = (search: string) => codec.read(new URLSearchParams(search));
  for (const search of [
    'page=0',
    'page=-1',
    'page=1e3',
    'page=2000',
    'page=x',
    'sort=titel',
    'year=20x',
    'year=20231',
    'isOld=1',
  ])
    assert.deepEqual(read(search), codec.defaults, search);
  assert.equal(read('page=2&page=3').page, 2);
});
