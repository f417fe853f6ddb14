/** A listing route behaves as declared. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { staffPages } from '../../api/dashboard/paging.ts';
import { ANYONE } from '../../api/http/access.ts';
import { SEARCH } from '../../api/http/listing.ts';
import { listingRoute } from '../../api/http/listing-route.ts';
import { queryParser } from '../../api/http/query.ts';
import type { Request } from '../../api/http/route.ts';
import { STRING } from '../../api/http/schemas.ts';
import type { Collection } from '../../projections/ports.ts';
import { memoryReadModels } from '../support/memory-read-models.ts';
import { suite } from '../support/suite.ts';

const listing = suite('a listing');

const parsed: unknown[] = [];

/** Each parameter has its declared type. */
type Sought = {
  readonly sort: 'age' | 'name';
  readonly q: string;
  readonly colour: 'red' | 'blue' | null;
  readonly whole: boolean;
};

const collection: Collection = { name: 'pots', indexes: [] };
const readModels = memoryReadModels();
await readModels.create(collection, 'now');
const replace = Array.from({ length: 41 }, (_, n) => ({ id: `pot ${n + 10}`, position: 1 }));
await readModels.commit({
  ...{ projection: 'pots', changes: [{ collection, replace }], recounts: [] },
  checkpoint: { position: 1, phase: 'live' },
});
const NAMES = replace.map(({ id }) => id);

const pots = listingRoute('/pots', ANYONE, {
  summary: 'List pots',
  description: 'Of any kind.',
  pages: staffPages(readModels),
  name: 'pots',
  item: STRING,
  sorts: ['age', 'name'],
  filters: { ...SEARCH, colour: { type: 'string', enum: ['red', 'blue'] }, whole: { type: 'boolean', default: false } },
  query: { locale: STRING },
  listing: (sought, { query: { locale } }) => {
    parsed.push([sought satisfies Sought, locale satisfies string | undefined]);
    return { collection, where: { all: [] }, items: (rows) => rows.map(({ id }) => id) };
  },
});

const get = async (search: string): Promise<unknown> => {
  const request = { query: queryParser(pots)(search) } as Request;
  return (await pots.handle(request)).body;
};

listing('parses its query, and echoes it', async () => {
  assert.deepEqual(await get('q=%20greek%20&sort=name&dir=asc&colour=red&locale=de&per_page=10&page=2'), {
    ...{ pots: NAMES.slice(10, 20), page: 2, per_page: 10, total: 41, pages: 5 },
    ...{ sort: 'name', dir: 'asc', q: 'greek', colour: 'red', whole: false },
  });
  const order = { sort: 'name', dir: 'asc' };
  const sought = { ...order, q: 'greek', colour: 'red', whole: false };
  assert.deepEqual(parsed.pop(), [sought, 'de']);
});

listing('echoes the default of parameters that were not sent, or null', async () => {
  assert.deepEqual(await get(''), {
    ...{ pots: NAMES.slice(0, 20), page: 1, per_page: 20, total: 41, pages: 3 },
    ...{ sort: 'age', dir: 'desc', q: '', colour: null, whole: false },
  });
});

listing('refuses percent-encoded bytes that are not UTF-8, and names the parameter', () => {
  const parse = queryParser(pots);
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 12 }), (bytes) => {
      const encoded = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
      const isUtf8 = Buffer.from(Buffer.from(bytes).toString()).equals(Buffer.from(bytes));
      const search = `&page=2&&q=ab${encoded}&colour=red`;
      if (isUtf8) assert.equal(parse(search)['q'], `ab${Buffer.from(bytes).toString()}`);
      else assert.throws(() => parse(search), /^Refused: invalid query parameter q: must be percent-encoded UTF-8/u);
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
      assert.equal(parse(`?locale=${encodeURIComponent(text)}`)['locale'], text);
    }),
  );
  // A percent sign that encodes nothing stands for itself.
  assert.equal(parse('locale=100%&page=2')['locale'], '100%');
});

listing('describes its page', () => {
  const { required } = pots.responses[200] ?? {};
  const counts = ['page', 'per_page', 'total', 'pages'];
  assert.deepEqual(required, ['pots', ...counts, 'sort', 'dir', 'q', 'colour', 'whole']);
});
