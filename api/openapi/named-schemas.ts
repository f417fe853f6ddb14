/** Schemas that have a title stand once in a contract, under that name; wherever they are used is a reference to it. */
import type { Schema, Schemas } from '../http/schema.ts';

/** Their values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

export type NamedSchemas = {
  /** The schema with references in place of what has a name. */
  readonly place: (schema: Schema) => Schema;
  /** Throws when two different schemas have one title. */
  readonly all: () => Schemas;
};

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const namedSchemas = (): NamedSchemas => {
  const named = new Map<string, { readonly schema: Schema; readonly text: string }>();

  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    return isObject(value) ? place(value) : value;
  };

  const place = (schema: Schema): Schema => {
    const placed = Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [keyword, DATA.has(keyword) ? value : inside(value)]),
    );
    const { title } = placed;
    if (typeof title !== 'string') return placed;
    const text = JSON.stringify(placed);
    if ((named.get(title)?.text ?? text) !== text) throw new Error(`two schemas have the title ${title}`);
    named.set(title, { schema: placed, text });
    return { $ref: `#/components/schemas/${title}` };
  };

  return {
    place,
    all: () => Object.fromEntries([...named].map(([title, { schema }]) => [title, schema])),
  };
};
