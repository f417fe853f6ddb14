/** Schemas that several resources share. */
import { FACTS_SCHEMA } from '../../domain/facts/schema.ts';
import { ID, NUMBER, RECORD, REQUEST, TEXT } from '../../domain/limits.ts';
import type { Schema, Schemas } from './schema-types.ts';

export const STRING = { type: 'string' } as const;
export const BOOLEAN = { type: 'boolean' } as const;
/** Of an operation with a preview. */
export const DRY_RUN = {
  ...BOOLEAN,
  default: false,
  description: 'Extension. Returns what would change; changes nothing.',
} as const;
export const COUNT = { type: 'integer', minimum: 0 } as const;
export const MILLISECONDS = { type: 'integer', description: 'Epoch milliseconds, UTC.' } as const;

export const SLUG_RULES =
  'For addresses: changes with the name, and two people of one name may share it. The iD, if the person has no name.';

export const CURRENCY = { type: 'string', enum: ['EUR', 'USD'] } as const;

/** Base URL of the public listener, which accepts the keys that staff issue. */
export const BASE_URL = {
  type: 'string',
  format: 'uri',
  description: 'Base URL of requests with the key; documentation is at `/docs` below it.',
} as const;

export const orNull = <const T extends string>(type: T) => ({ type: [type, 'null'] }) as const;

export const DATE = {
  ...orNull('string'),
  description: 'As precise as known: `2021`, `2021-03` or `2021-03-09`.',
} as const;

/** The markup of titles, abstracts and journal names. */
export const MAY_HAVE_MARKUP =
  'Safe to insert as HTML unchanged: characters, and at most `<i>`, `<b>`, `<sub>`, `<sup>`, `<span class="nocase">` and `<span style="font-variant:small-caps">`, closed.';

/** Every document's description of records whose authors are not all listed. */
export const MANY_AUTHORS =
  `Of a record with more than ${RECORD.authors.toLocaleString('en')} authors, it lists the first ones, the last, and those with an ` +
  'ORCID iD or the name of a registered person; `custom.authors_omitted` is the number that it omits, or true if the provider cut the list off and does not ' +
  'say (OpenAlex may list 100).';

/** A record in CSL-JSON with its facts, of which each document describes the fields that are none of CSL's. */
export const record = <const Description extends string>(description: Description) =>
  ({
    type: 'object',
    description: `${description} Besides the CSL fields it has facts about the work, and each name has its \`affiliation\` as printed, with the ROR id if it is known.`,
    properties: FACTS_SCHEMA,
  }) as const;

type Text = { readonly type: 'string'; readonly maxLength: number };
type TextOrNull = { readonly type: readonly ['string', 'null']; readonly maxLength: number };

/** A string in a request, with a maximum length in characters. */
export const textOf = (maxLength: number, more: Schema = {}): Text => ({ type: 'string', maxLength, ...more });

export const integerOf = <const More extends Schema>(minimum: number, maximum: number, more: More) =>
  ({ type: 'integer', minimum, maximum, ...more }) as const;

export const choiceOf = <const Choices extends readonly string[], const More extends Schema>(
  choices: Choices,
  more: More,
) => ({ type: 'string', enum: choices, ...more }) as const;

/**
 * At least one character that can be seen: not white space, a control character or one that is ignored by default
 * (`domain/text/visible.ts`), spelled out as far as every validator reads it alike: up to U+FFFF, without properties of Unicode.
 */
export const NOT_BLANK = {
  pattern:
    '[^\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f' +
    '\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8]',
} as const;

export const textOrNullOf = (maxLength: number, more: Schema = {}): TextOrNull => ({
  ...more,
  type: ['string', 'null'],
  maxLength,
});

/** Pattern of ids that people choose. */
export const GIVEN_ID = `^[a-z0-9-]{1,${ID.given}}$`;

export const givenId = (description = `1 to ${ID.given} of a-z, 0-9 and -.`): Text =>
  textOf(ID.given, { pattern: GIVEN_ID, description });

export const madeId = (description: string): Text => textOf(ID.made, { description });

/** Any JSON in a request; the limits of the whole body bound its depth and size. */
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

/** The schema of an answer: the request's, without its bounds, since the log may hold values from before these bounds. */
export function asShown<const S extends Schema>(schema: S): Omit<S, (typeof BOUNDS)[number]>;
export function asShown(schema: Schema): Schema {
  const kept = Object.entries(schema).filter(([keyword]) => !BOUNDS.some((bound) => bound === keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, isSchema(value) ? asShown(value) : value]));
}

/** An object whose properties are required unless listed as optional; additional properties are not allowed. */
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

/** An object with a name in the contract. */
export const titled = <const P extends Schemas, const Optional extends keyof P & string = never>(
  title: string,
  properties: P,
  optional: readonly Optional[] = [],
) => ({ title, ...object(properties, optional) });

export const optionalObject = <const P extends Schemas>(properties: P) =>
  ({ type: 'object', required: [], additionalProperties: false, properties }) as const;

/** Marks an item that staff see but the public does not; absent from intact items. */
export const WITHHELD = {
  withheld: {
    const: true,
    description:
      'Present if an event could not be applied to the item: it may be out of date, and websites and partners do not see it until its rows are rebuilt.',
  },
} as const;

/** An item of a listing, which staff may see withheld from the public. */
export const staffItem = <const P extends Schemas>(title: string, properties: P) =>
  titled(title, { ...properties, ...WITHHELD }, ['withheld']);

export const LATEST_MS = NUMBER.integer;
