/**
 * Schemas of records in answers, for generated clients. They describe and refuse nothing: a log may hold records from before the present
 * rules, and a record may have further fields.
 */
import { CSL_ITEM_SCHEMA, CSL_TYPES, DATE_FIELDS, NAME_FIELDS } from '../../domain/csl-schema.ts';
import { isSchema, MANY_AUTHORS, MAY_HAVE_MARKUP, orNull } from './schemas.ts';
import type { Schema, Schemas } from './schema-types.ts';

const REFUSING: ReadonlySet<string> = new Set(['additionalProperties', 'enum', 'minItems', 'maxItems', 'required']);

const describing = (schema: Schema): Schema =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !REFUSING.has(keyword))
      .map(([keyword, value]) => [keyword, isSchema(value) ? describing(value) : value]),
  );

const FIELDS = describing(CSL_ITEM_SCHEMA)['properties'] as Schemas;

const nameIn = (field: Schema): Schema => ({ ...field, items: { title: 'CslName', ...(field['items'] as Schema) } });

const fieldOf = (field: string, schema: Schema): Schema => {
  if (NAME_FIELDS.has(field)) return nameIn(schema);
  return DATE_FIELDS.has(field) ? { title: 'CslDate', ...schema } : schema;
};

export const CSL_ITEM: Schema = {
  title: 'CslItem',
  type: 'object',
  required: ['type'],
  description: `A record in CSL-JSON, with staff's corrections. Titles, \`abstract\`, \`container-title\` and its short forms may hold markup; every other field is plain text. ${MAY_HAVE_MARKUP} ${MANY_AUTHORS}`,
  properties: {
    ...Object.fromEntries(Object.entries(FIELDS).map(([field, schema]) => [field, fieldOf(field, schema)])),
    type: { type: 'string', description: `One of ${CSL_TYPES.join(', ')}.` },
    custom: { type: 'object', description: 'What CSL has no field for, such as `authors_omitted`.' },
  },
};

export const FACTS: Schema = {
  title: 'WorkFacts',
  type: ['object', 'null'],
  description: "OpenAlex's facts about the work; null if it knows none.",
  properties: {
    openalex_id: { type: 'string', format: 'uri', description: "OpenAlex's address of the work." },
    open_access_status: { ...orNull('string'), description: 'Such as `gold`, `green` or `closed`.' },
    open_access_url: { ...orNull('string'), description: 'Where it can be read without charge.' },
    is_retracted: { type: 'boolean', description: 'According to OpenAlex.' },
    language: { ...orNull('string'), description: 'ISO 639-1.' },
    topics: { type: 'array', items: { type: 'string' } },
  },
};
