/** Shapes that several resources share. */
import { ID, NUMBER, REQUEST, TEXT } from '../../domain/limits.ts';
import type { Schema } from './route.ts';

export const STRING: Schema = { type: 'string' };
export const BOOLEAN: Schema = { type: 'boolean' };
export const COUNT: Schema = { type: 'integer', minimum: 0 };
export const MILLISECONDS: Schema = { type: 'integer', description: 'Epoch milliseconds, UTC.' };

/** Of the public listener, which takes the keys that staff hand out. */
export const BASE_URL: Schema = {
  type: 'string',
  format: 'uri',
  description: 'Where the key is used; `/docs` below it describes how.',
};

export const orNull = (type: string): Schema => ({ type: [type, 'null'] });

/** What a title, an abstract or the name of a journal may hold. */
export const MAY_HAVE_MARKUP =
  'Safe to insert as HTML as it is: characters, and at most `<i>`, `<b>`, `<sub>`, `<sup>`, `<span class="nocase">` and `<span style="font-variant:small-caps">`, closed.';

/** A text that is sent, of at most so many characters. */
export const textOf = (maxLength: number, more: Schema = {}): Schema => ({ type: 'string', maxLength, ...more });

/** At least one character that stays when texts are cleaned: no white space, control character or mark of direction. */
export const SAYS_SOMETHING = {
  pattern: '[^\\s\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]',
} as const;

/** The same that says something, or is missing. */
export const textOrNullOf = (maxLength: number, more: Schema = {}): Schema => ({
  ...textOf(maxLength, more),
  type: ['string', 'null'],
});

/** Of an id that people give. */
export const GIVEN_ID = `^[a-z0-9-]{1,${ID.given}}$`;

/** An id that people give to a record. */
export const givenId = (description = `1 to ${ID.given} of a-z, 0-9 and -.`): Schema => ({
  type: 'string',
  pattern: GIVEN_ID,
  maxLength: ID.given,
  description,
});

/** An id that the program has made. */
export const madeId = (description: string): Schema => textOf(ID.made, { description });

/** Any JSON that is sent: how deep it is and how many bytes it has is bounded by the whole that it is part of. */
export const anyJson = (more: Schema = {}): Schema => ({
  type: ['null', 'boolean', 'number', 'string', 'array', 'object'],
  minimum: -NUMBER.real,
  maximum: NUMBER.real,
  maxLength: TEXT.fieldCharacters,
  maxItems: REQUEST.listItems,
  maxProperties: REQUEST.properties,
  ...more,
});

const BOUNDS: ReadonlySet<string> = new Set([
  ...['maxLength', 'maxItems', 'uniqueItems', 'maxProperties', 'propertyNames', 'minimum', 'maximum'],
]);

/** What is answered where so much may be sent: a log may hold more, of a time before these bounds. */
export const asShown = (schema: Schema): Schema =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !BOUNDS.has(keyword))
      .map(([keyword, value]) => {
        if (keyword === 'items' || keyword === 'additionalProperties')
          return [keyword, typeof value === 'object' ? asShown(value as Schema) : value];
        if (keyword !== 'properties') return [keyword, value];
        return [keyword, allAsShown(value as Readonly<Record<string, Schema>>)];
      }),
  );

export const allAsShown = (properties: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, asShown(schema)]));

/** An object of which every property is required, unless it is named optional; further properties are not allowed. */
export const object = (properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
  properties,
});

/** Of what staff see: an item that the public does not. Absent from what is whole. */
export const WITHHELD: Readonly<Record<string, Schema>> = {
  withheld: {
    const: true,
    description:
      'Present if an event could not be applied to the item: it may be out of date, and websites and partners do not see it until its rows are rebuilt.',
  },
};

/** The latest that a timestamp may be. */
export const LATEST_MS = NUMBER.integer;
