/** Values as large as a schema permits, and multiples of that. */
import type { Schema } from '../../api/http/schema-types.ts';
import { ID } from '../../domain/limits.ts';
import type { Json } from '../../domain/json.ts';
import { inventedOrcid } from './history/papers.ts';

type Making = {
  readonly times: number;
  /** Characters of JSON that may still be added. */
  room: number;
  /** Values made so far, so that no two in a list are the same. */
  made: number;
};

/** The prefix of names that must be locales. */
const LOCALE = 'en-x-';

/** The properties that an object may have beyond its schema. */
const FILLER: Schema = { type: 'string', maxLength: 1_000 };

/** The maximum length of a label in a host name (RFC 1035). */
const HOST_LABEL = 63;

const START: Readonly<Record<string, string>> = {
  uri: 'https://example.org/',
};

const filled = (start: string, length: number): string => start + 'a'.repeat(Math.max(0, length - start.length));

const textOf = ({ format, maxLength }: Schema, making: Making): string => {
  making.made += 1;
  const unique = making.made.toString(36);
  const characters = Number(maxLength) * making.times;
  if (making.times === 1 && format === 'orcid') return inventedOrcid(making.made);
  if (making.times === 1 && format === 'partial-date') return '2021-03-09';
  if (making.times === 1 && format === 'doi') return filled(`10.5555/${unique}`, ID.doi);
  if (making.times === 1 && format === 'origin') return `https://${'a'.repeat(HOST_LABEL)}.example.org`;
  return filled(`${START[String(format)] ?? ''}${unique}`, Math.min(characters, making.room));
};

const listOf = ({ items, maxItems }: Schema, making: Making): Json => {
  const choices = (items as Schema)['enum'] as readonly Json[] | undefined;
  const count = Number(maxItems) * making.times;
  if (choices !== undefined) return Array.from({ length: count }, (_, n) => choices[n % choices.length] ?? null);
  const list: Json[] = [];
  while (list.length < count && making.room > 0) list.push(valueOf((items ?? FILLER) as Schema, making));
  return list;
};

const objectOf = (schema: Schema, making: Making): Json => {
  const { properties = {}, maxProperties = 0, propertyNames, additionalProperties } = schema;
  const object: Record<string, Json> = {};
  for (const [name, each] of Object.entries(properties as Readonly<Record<string, Schema>>))
    object[name] = valueOf(each, making);
  // A closed object has room for nothing else; beyond that it has other properties.
  const others = additionalProperties === false ? making.times - 1 : Number(maxProperties) * making.times;
  const name = (n: number): string => `${propertyNames === undefined ? 'other' : LOCALE}${n.toString(36)}`;
  const other = typeof additionalProperties === 'object' ? (additionalProperties as Schema) : FILLER;
  for (let n = Object.keys(object).length; n < others && making.room > 0; n += 1)
    object[name(n)] = valueOf(other, making);
  return object;
};

/** The largest type that the schema accepts. */
const BY_SIZE = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

const ofType = (schema: Schema, making: Making): Json => {
  const types = [schema['type']].flat();
  switch (BY_SIZE.find((each) => types.includes(each))) {
    case 'object':
      return objectOf(schema, making);
    case 'array':
      return listOf(schema, making);
    case 'string':
      return textOf(schema, making);
    case 'number':
    case 'integer':
      return Number(schema['maximum']) * making.times;
    case 'boolean':
      return true;
    default:
      return null;
  }
};

const valueOf = (schema: Schema, making: Making): Json => {
  const { enum: choices, const: only } = schema;
  if (only !== undefined) return only as Json;
  const before = making.room;
  const value = Array.isArray(choices) ? (choices[0] as Json) : ofType(schema, making);
  making.room = before - (JSON.stringify(value) ?? '').length - 1;
  return value;
};

/** Each text, list, object and number `times` its maximum size, as far as all of it fits this many bytes of JSON. */
export const largestOf = (schema: Schema, times: number, bytes: number): string =>
  JSON.stringify(valueOf(schema, { times, room: bytes, made: 0 }));
