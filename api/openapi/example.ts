/** Generates a deterministic, valid example of a schema. */
import type { Schema, Schemas } from '../http/schema-types.ts';
import { BY_FORMAT, BY_NAME, MOMENT_MS } from './example-values.ts';

const typesOf = ({ type }: Schema): readonly unknown[] =>
  Array.isArray(type) ? type : type === undefined ? [] : [type];

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

/** Whether the schema accepts a value of the table, without checking nested parts. */
const fits = (value: unknown, schema: Schema): boolean => {
  const { enum: choices, pattern = '', minimum = -Infinity, maximum = Infinity } = schema;
  const types = typesOf(schema);
  const type = typeOf(value);
  if (types.length > 0 && !types.includes(type) && !(Number.isInteger(value) && types.includes('integer')))
    return false;
  if (Array.isArray(choices) && !choices.includes(value)) return false;
  if (typeof value === 'string') return new RegExp(String(pattern), 'u').test(value);
  return typeof value !== 'number' || (value >= Number(minimum) && value <= Number(maximum));
};

/** An optional property with a single value marks an unusual case, which examples omit. */
const objectOf = ({ properties = {}, required = [] }: Schema): unknown =>
  Object.fromEntries(
    Object.entries(properties as Schemas)
      .filter(([name, schema]) => schema['const'] === undefined || (required as readonly string[]).includes(name))
      .map(([name, schema]) => [name, exampleOf(schema, name)]),
  );

const byType = (schema: Schema, name: string): unknown => {
  const [type] = typesOf(schema);
  switch (type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return schema['items'] === undefined ? [] : [exampleOf(schema['items'] as Schema, name.replace(/s$/u, ''))];
    case 'integer':
    case 'number':
      return name.endsWith('_at') ? MOMENT_MS : (schema['minimum'] ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 'text';
  }
};

/** `name`: the property or parameter, which selects the value. A schema's own example takes precedence. */
export const exampleOf = (schema: Schema, name = ''): unknown => {
  const { examples, const: only, enum: choices, anyOf, oneOf, format, properties } = schema;
  if (Array.isArray(examples)) return examples[0] as unknown;
  if (only !== undefined) return only;
  const [first] = (anyOf ?? oneOf ?? []) as readonly Schema[];
  if (first !== undefined) return exampleOf(first, name);
  const known = [BY_FORMAT[String(format)], BY_NAME[name]].find((value) => value !== undefined && fits(value, schema));
  // For a nullable record, an object is a more useful example than null.
  if (known !== undefined && (known !== null || properties === undefined)) return known;
  if (Array.isArray(choices)) return choices[0] as unknown;
  return schema['default'] ?? byType(schema, name);
};
