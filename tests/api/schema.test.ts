/** The types that schemas give, beside what a request's validator makes of the same values. */
import assert from 'node:assert/strict';
import type { QueryOf, Schema, ValueOf } from '../../api/http/schema.ts';
import { object, optionalObject, orNull, STRING, textOf } from '../../api/http/schemas.ts';
import { bodyValidator } from '../../api/http/validate.ts';
import { Refused } from '../../domain/errors.ts';
import { suite } from '../support/suite.ts';

const typing = suite('the type of a schema');

const accepts = <const S extends Schema>(schema: S, value: ValueOf<S>): unknown => bodyValidator(schema)(value);
const refuses = (sent: () => unknown): void => assert.throws(sent, Refused);

const COLOUR = { type: 'string', enum: ['red', 'blue'] } as const;
const PAINT = object({ colour: COLOUR, coats: { type: 'integer', default: 1 } }, ['coats']);

typing('has the values that the schema accepts, and no others', () => {
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
  // @ts-expect-error a number is no text
  refuses(() => accepts(STRING, 1));
  // @ts-expect-error not one of the values
  refuses(() => accepts(COLOUR, 'green'));
  // @ts-expect-error needed
  refuses(() => accepts(PAINT, { coats: 2 }));
  // @ts-expect-error of another type
  refuses(() => accepts(PAINT, { colour: 'red', coats: 'two' }));
  // @ts-expect-error of another type
  refuses(() => accepts({ type: 'array', items: STRING }, [1]));
});

typing('of a query has what was needed or has a default, and the rest perhaps', () => {
  type Query = { readonly sort: typeof COLOUR; readonly page: { readonly type: 'integer'; readonly default: 1 } };
  const least: QueryOf<Query, never> = { page: 1 };
  const needed: QueryOf<Query, 'sort'> = { page: 1, sort: 'red' };
  // @ts-expect-error it has a default
  const without: QueryOf<Query, never> = { sort: 'red' };
  // @ts-expect-error it is needed
  const unsorted: QueryOf<Query, 'sort'> = { page: 1 };
  assert.deepEqual([least.sort, needed.sort, without.sort, unsorted.sort], [undefined, 'red', 'red', undefined]);
});
