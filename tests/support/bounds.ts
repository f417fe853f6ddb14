/** Finds what a request schema leaves unlimited. */
import type { Schema } from '../../api/http/schema-types.ts';

const typesOf = ({ type }: Schema): readonly unknown[] => (Array.isArray(type) ? type : [type]);

const isChoice = ({ enum: choices, const: only }: Schema): boolean => Array.isArray(choices) || only !== undefined;

const missing = (schema: Schema, keywords: readonly string[]): readonly string[] =>
  keywords.filter((keyword) => schema[keyword] === undefined);

const ofString = (schema: Schema): readonly string[] => missing(schema, ['maxLength']);

const ofNumber = (schema: Schema): readonly string[] => missing(schema, ['minimum', 'maximum']);

const ofArray = (schema: Schema): readonly string[] => {
  const items = (schema['items'] ?? {}) as Schema;
  return [
    ...missing(schema, ['maxItems']),
    // An enumeration is a set.
    ...(isChoice(items) && schema['uniqueItems'] !== true ? ['uniqueItems'] : []),
  ];
};

const ofObject = (schema: Schema): readonly string[] => {
  if (schema['additionalProperties'] === false) return [];
  const names = schema['propertyNames'] as Schema | undefined;
  return [
    ...missing(schema, ['maxProperties']),
    ...(typeof schema['additionalProperties'] === 'object' && names?.['maxLength'] === undefined
      ? ['propertyNames']
      : []),
  ];
};

const OF_TYPE: Readonly<Record<string, (schema: Schema) => readonly string[]>> = {
  string: ofString,
  number: ofNumber,
  integer: ofNumber,
  array: ofArray,
  object: ofObject,
  boolean: () => [],
  null: () => [],
};

const inside = (schema: Schema): readonly (readonly [string, Schema])[] => [
  ...Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>),
  ...['items', 'additionalProperties', 'propertyNames'].flatMap((keyword) => {
    const value = schema[keyword];
    return typeof value === 'object' && value !== null ? [[keyword, value as Schema] as const] : [];
  }),
  ...['anyOf', 'oneOf', 'allOf'].flatMap((keyword) =>
    ((schema[keyword] ?? []) as readonly Schema[]).map((each, index) => [`${keyword}/${index}`, each] as const),
  ),
];

/** The places in the schema without a limit, each with the missing keywords. */
export const unbounded = (schema: Schema, at: string): readonly string[] => {
  const isCombined = schema['anyOf'] !== undefined || schema['oneOf'] !== undefined;
  const own =
    isChoice(schema) || isCombined
      ? []
      : typesOf(schema).flatMap((type) => OF_TYPE[String(type)]?.(schema) ?? ['type']);
  return [
    ...(own.length > 0 ? [`${at}: ${own.join(', ')}`] : []),
    ...inside(schema).flatMap(([name, each]) => unbounded(each, `${at}/${name}`)),
  ];
};
