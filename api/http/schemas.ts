/** Shapes that several resources share. */
import { ID, NUMBER, RECORD, REQUEST, TEXT } from '../../domain/limits.ts';
import type { Schema, Schemas } from './schema.ts';

export const STRING = { type: 'string' } as const;
export const BOOLEAN = { type: 'boolean' } as const;
export const COUNT = { type: 'integer', minimum: 0 } as const;
export const MILLISECONDS = { type: 'integer', description: 'Epoch milliseconds, UTC.' } as const;

/** Of the public listener, which takes the keys that staff hand out. */
export const BASE_URL = {
  type: 'string',
  format: 'uri',
  description: 'Where the key is used; `/docs` below it describes how.',
} as const;

export const orNull = <const T extends string>(type: T) => ({ type: [type, 'null'] }) as const;

export const DATE = {
  ...orNull('string'),
  description: 'As precise as it is known: `2021`, `2021-03` or `2021-03-09`.',
} as const;

/** What a title, an abstract or the name of a journal may hold. */
export const MAY_HAVE_MARKUP =
  'Safe to insert as HTML as it is: characters, and at most `<i>`, `<b>`, `<sub>`, `<sup>`, `<span class="nocase">` and `<span style="font-variant:small-caps">`, closed.';

/** What every document says of records whose authors are not all listed. */
export const MANY_AUTHORS =
  `Of a record of more than ${RECORD.authors.toLocaleString('en')} authors it lists the first ones, the last, and those with an ` +
  'ORCID iD or the name of a registered person; `custom.authors_omitted` says how many it does not list.';

type Text = { readonly type: 'string'; readonly maxLength: number };
type TextOrNull = { readonly type: readonly ['string', 'null']; readonly maxLength: number };

/** A text that is sent, of at most so many characters. */
export const textOf = (maxLength: number, more: Schema = {}): Text => ({ type: 'string', maxLength, ...more });

/** A whole number within these bounds. */
export const integerOf = <const More extends Schema>(minimum: number, maximum: number, more: More) =>
  ({ type: 'integer', minimum, maximum, ...more }) as const;

/** At least one character that stays when texts are cleaned: no white space, control character or mark of direction. */
export const SAYS_SOMETHING = {
  pattern: '[^\\s\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]',
} as const;

/** The same that says something, or is missing. */
export const textOrNullOf = (maxLength: number, more: Schema = {}): TextOrNull => ({
  ...more,
  type: ['string', 'null'],
  maxLength,
});

/** Of an id that people give. */
export const GIVEN_ID = `^[a-z0-9-]{1,${ID.given}}$`;

/** An id that people give to a record. */
export const givenId = (description = `1 to ${ID.given} of a-z, 0-9 and -.`): Text =>
  textOf(ID.given, { pattern: GIVEN_ID, description });

/** An id that the program has made. */
export const madeId = (description: string): Text => textOf(ID.made, { description });

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

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const BOUNDS = [
  'maxLength',
  'maxItems',
  'uniqueItems',
  'maxProperties',
  'propertyNames',
  'minimum',
  'maximum',
] as const;

/** What is answered where so much may be sent, of a schema or of several by name: a log may hold more, of a time before these bounds. */
export function asShown<const S extends Schema>(schema: S): Omit<S, (typeof BOUNDS)[number]>;
export function asShown(schema: Schema): Schema {
  const kept = Object.entries(schema).filter(([keyword]) => !BOUNDS.some((bound) => bound === keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, isSchema(value) ? asShown(value) : value]));
}

/** An object of which every property is required, unless it is named optional; further properties are not allowed. */
export const object = <const P extends Schemas, const Optional extends keyof P & string = never>(
  properties: P,
  optional: readonly Optional[] = [],
) => {
  type Needed = Exclude<keyof P & string, Optional>;
  const isNeeded = (name: string): name is Needed => !optional.some((each) => each === name);
  return {
    type: 'object',
    required: Object.keys(properties).filter(isNeeded),
    additionalProperties: false,
    properties,
  } as const;
};

/** An object of which no property is required; further properties are not allowed. */
export const optionalObject = <const P extends Schemas>(properties: P) =>
  ({ type: 'object', required: [], additionalProperties: false, properties }) as const;

/** Of what staff see: an item that the public does not. Absent from what is whole. */
export const WITHHELD = {
  withheld: {
    const: true,
    description:
      'Present if an event could not be applied to the item: it may be out of date, and websites and partners do not see it until its rows are rebuilt.',
  },
} as const;

/** The latest that a timestamp may be. */
export const LATEST_MS = NUMBER.integer;
