/** Moves titled schemas to the contract's named schemas, and replaces their uses by references. */
import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../http/schema-types.ts';
import { isSchema } from '../http/schemas.ts';

/** Their values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/** References replace titled schemas, which are added to `named`. Throws if two different schemas have the same title. */
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
