/** The types derived from schemas, compared with the validation of the same values. */
import assert from 'node:assert/strict';
import { ANYONE } from '../../api/http/access.ts';
import { pageAnswer, pageSchema } from '../../api/http/listing.ts';
import { ORCID } from '../../api/http/identifiers.ts';
import { listingRoute } from '../../api/http/listing-route.ts';
import { route, type Route } from '../../api/http/route.ts';
import type { QueryOf, Schema, ShownOf, ValueOf } from '../../api/http/schema-types.ts';
import { object, optionalObject, orNull, NOT_BLANK, STRING, textOf } from '../../api/http/schemas.ts';
import { walkablePages } from '../../api/http/walk.ts';
import { bodyValidator } from '../../api/http/validate.ts';
import { Refused } from '../../domain/errors.ts';
import { REQUEST } from '../../domain/limits.ts';
import { listed } from '../../projections/queries/listing.ts';
import { memoryReadModels } from '../support/memory-read-models.ts';
import { suite } from '../support/suite.ts';

const typing = suite('the type of a schema');

const accepts = <const S extends Schema>(schema: S, value: ValueOf<S>): unknown => bodyValidator(schema)(value);
const refuses = (sent: () => unknown): void => assert.throws(sent, Refused);

typing('describes missing values, each once', () => {
  const complaints = (schema: Schema, value: unknown): unknown => {
    try {
      return bodyValidator(object({ name: schema }))({ name: value });
    } catch (error) {
      assert.ok(error instanceof Refused);
      return error.details?.['errors'];
    }
  };
  const blank = [{ field: 'name', message: 'must not be blank' }];
  for (const nothing of ['  ', '\u200b\u2060', '\u00ad \u3164', '\ufe0f\u034f\u061c\ufff0'])
    assert.deepEqual(complaints(textOf(9, NOT_BLANK), nothing), blank);
  assert.deepEqual(complaints(textOf(9, NOT_BLANK), '\u200b\u{1f642}'), { name: '\u200b\u{1f642}' });
  for (const [schema, empty] of [
    [textOf(9, { minLength: 1 }), ''],
    [{ type: 'array', minItems: 1 }, []],
    [{ type: 'object', minProperties: 1 }, {}],
  ] as const)
    assert.deepEqual(complaints(schema, empty), [{ field: 'name', message: 'must not be empty' }]);
  assert.deepEqual(complaints({ type: 'array', uniqueItems: true }, ['a', 'a']), [
    { field: 'name', message: 'must not contain duplicates' },
  ]);
  const tag = '^[a-z]{2}$';
  assert.deepEqual(complaints({ type: 'object', propertyNames: { pattern: tag } }, { english: 'Pots' }), [
    { field: 'name/english', message: `must match ${tag}` },
  ]);
});

typing('lists all errors of a small body, up to the limit, and the first of a large one', () => {
  const schema = object({ name: textOf(9), iDs: { type: 'array', maxItems: 2, items: ORCID } });
  const refusalOf = (body: object): Refused => {
    try {
      bodyValidator(schema)(body);
    } catch (error) {
      if (error instanceof Refused) return error;
    }
    return assert.fail('it is accepted');
  };
  const wrong = refusalOf({ iDs: ['nope', '0000-0002-1825-0097', 1], nam: 'Ada' });
  assert.equal(wrong.code, 'invalid_body');
  assert.deepEqual(
    (wrong.details?.['errors'] as readonly { readonly field: string }[]).map(({ field }) => field),
    ['name', 'nam', 'iDs', 'iDs/0', 'iDs/2'],
  );
  const malformed = refusalOf({ name: 'Ada', iDs: ['nope', 'no'] });
  assert.deepEqual([malformed.code, malformed.details?.['field']], ['invalid_orcid', 'iDs/0']);
  assert.equal((malformed.details?.['errors'] as readonly unknown[]).length, 2);
  const manyWrong = (count: number): unknown =>
    refusalOf({ name: 'Ada', iDs: Array(count).fill(1) }).details?.['errors'];
  assert.equal((manyWrong(1_000) as readonly unknown[]).length, REQUEST.problems);
  assert.deepEqual(manyWrong(REQUEST.fullyCheckedBytes), [
    { field: 'iDs', message: 'must NOT have more than 2 items' },
  ]);
});

const COLOUR = { type: 'string', enum: ['red', 'blue'] } as const;
const PAINT = object({ colour: COLOUR, coats: { type: 'integer', default: 1 } }, ['coats']);

typing('has exactly the values that the schema accepts', () => {
  accepts(textOf(5), 'pots');
  accepts(orNull('number'), null);
  accepts(COLOUR, 'blue');
  accepts(PAINT, { colour: 'red' });
  accepts(PAINT, { colour: 'red', coats: 2 });
  accepts(optionalObject({ name: STRING }), {});
  accepts({ type: 'array', items: orNull('string') }, ['pots', null]);
  accepts({ type: 'object', additionalProperties: STRING }, { en: 'pots' });
  accepts({ oneOf: [object({ id: STRING }), object({ all: { const: true } })] }, { all: true });
  accepts({ type: ['string', 'object'] }, { anything: ['goes'] });
  // @ts-expect-error a number is not text
  refuses(() => accepts(STRING, 1));
  // @ts-expect-error not one of the values
  refuses(() => accepts(COLOUR, 'green'));
  // @ts-expect-error required
  refuses(() => accepts(PAINT, { coats: 2 }));
  // @ts-expect-error of another type
  refuses(() => accepts(PAINT, { colour: 'red', coats: 'two' }));
  // @ts-expect-error of another type
  refuses(() => accepts({ type: 'array', items: STRING }, [1]));
});

typing('of a query has required fields and those with a default, and the rest optional', () => {
  type Query = { readonly sort: typeof COLOUR; readonly page: { readonly type: 'integer'; readonly default: 1 } };
  const least: QueryOf<Query, never> = { page: 1 };
  const needed: QueryOf<Query, 'sort'> = { page: 1, sort: 'red' };
  // @ts-expect-error it has a default
  const without: QueryOf<Query, never> = { sort: 'red' };
  // @ts-expect-error it is required
  const unsorted: QueryOf<Query, 'sort'> = { page: 1 };
  assert.deepEqual([least.sort, needed.sort, without.sort, unsorted.sort], [undefined, 'red', 'red', undefined]);
});

const POT = object({ id: STRING, glaze: orNull('string'), seen: { type: 'object' } });
const pot = { id: '1', glaze: null, seen: { by: new Map<string, string>() } };

const POTS = ['POST /pots', ANYONE] as const;
const about = { summary: 'Pots', description: 'Pots.' } as const;
const made = { ...about, responses: { 200: POT, 202: object({ id: STRING }) }, errors: [] } as const;

const widened = (schema: Schema): Schema => schema;

typing('of a response follows the schema of its status', () => {
  const answers: readonly Route[] = [
    route(...POTS, { ...made, handle: () => Promise.resolve({ body: pot }) }),
    route(...POTS, { ...made, handle: async ({ signal }) => ({ ...(await Promise.resolve({ body: pot })), signal }) }),
    route(...POTS, {
      ...made,
      handle: ({ body }) => Promise.resolve({ status: 202, body: { id: String(body) } } as const),
    }),
    // @ts-expect-error the glaze is documented
    route(...POTS, { ...made, handle: () => Promise.resolve({ body: { id: '1', seen: {} } }) }),
    // @ts-expect-error no id may be null
    route(...POTS, { ...made, handle: () => Promise.resolve({ body: { ...pot, id: null } }) }),
    // @ts-expect-error misspelled
    route(...POTS, { ...made, handle: () => Promise.resolve({ body: { id: '1', glase: null, seen: {} } }) }),
    // @ts-expect-error of the other status
    route(...POTS, { ...made, handle: ({ rawPath }) => Promise.resolve({ body: { id: rawPath } }) }),
    // @ts-expect-error no such status
    route(...POTS, { ...made, handle: () => Promise.resolve({ status: 201, body: pot } as const) }),
    // @ts-expect-error the schema's type lacks the field
    route(...POTS, { ...made, responses: { 200: widened(POT) }, handle: () => Promise.resolve({ body: pot }) }),
  ];
  assert.equal(answers.length, 9);
});

typing('of a page has items as in their schema', () => {
  const pages = walkablePages({ readModels: memoryReadModels(), position: () => Promise.resolve(0), url: '' });
  const listing = { ...about, pages, name: 'pots', item: POT };
  const found = { total: 1, totalAsOf: null };
  const query = { page: 1, perPage: 1 };
  // @ts-expect-error misspelled
  const misspelt = (id: number): ShownOf<typeof POT> => ({ id: String(id), glase: null, seen: {} });
  const rows = { collection: { name: 'pots', indexes: [] }, where: { all: [] } };
  const named = () => listed(rows, (all) => all.map(({ id }) => ({ ...pot, id })));
  const numbered = () => listed(rows, (all) => all.map(({ position: id }) => ({ ...pot, id })));
  const listings: readonly Route[] = [
    listingRoute('/pots', ANYONE, { ...listing, listing: named }),
    // @ts-expect-error a number is not an id
    listingRoute('/pots', ANYONE, { ...listing, listing: numbered }),
  ];
  const page = { ...made, responses: { 200: pageSchema({ name: 'pots', item: POT, echoes: { colour: COLOUR } }) } };
  const pots = { ...found, items: [pot] };
  const written: readonly Route[] = [
    route(...POTS, { ...page, handle: () => Promise.resolve(pageAnswer('pots', pots, query, { colour: 'red' })) }),
    // @ts-expect-error it repeats the colour
    route(...POTS, { ...page, handle: () => Promise.resolve(pageAnswer('pots', pots, query)) }),
    // @ts-expect-error of another list
    route(...POTS, { ...page, handle: () => Promise.resolve(pageAnswer('jars', pots, query, { colour: 'red' })) }),
  ];
  assert.deepEqual([listings.length, written.length], [2, 3]);
  assert.equal(misspelt(1).id, '1');
});
