/** Shapes that several resources share. */
import type { Schema } from './route.ts';

export const STRING: Schema = { type: 'string' };
export const BOOLEAN: Schema = { type: 'boolean' };
export const COUNT: Schema = { type: 'integer', minimum: 0 };
export const MILLISECONDS: Schema = { type: 'integer', description: 'Epoch milliseconds, UTC.' };

export const orNull = (type: string): Schema => ({ type: [type, 'null'] });

/** An object of which every property is required, unless it is named optional; further properties are not allowed. */
export const object = (properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
  properties,
});

/** The latest that a timestamp may be. */
export const LATEST_MS = Number.MAX_SAFE_INTEGER;
