/** Schemas that have a title stand once in a contract, under that name; wherever they are used is a reference to it. */
import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../http/schema.ts';
import { isSchema } from '../http/schemas.ts';

/** Their values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/**
 * Gives a schema with references in place of what has a title, which it puts under that into `named`. Throws when two different
 * schemas have one title.
 */
export const placing = (named: Map<string, Schema>): ((schema: Schema) => Schema) => {
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    return isSchema(value) ? place(value) : value;
  };

  const place = (schema: Schema): Schema => {
    const placed = Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [keyword, DATA.has(keyword) ? value : inside(value)]),
    );
    const { title } = placed;
    if (typeof title !== 'string') return placed;
    if (!isDeepStrictEqual(named.get(title) ?? placed, placed)) throw new Error(`two schemas have the title ${title}`);
    named.set(title, placed);
    return { $ref: `#/components/schemas/${title}` };
  };

  return place;
};
