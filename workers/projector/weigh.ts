/** Estimates the bytes that a JSON value takes in memory: good enough to bound what is held, and cheap. */

const NODE_BYTES = 24;
const FIELD_BYTES = 8;

export const weigh = (value: unknown): number => {
  if (typeof value === 'string') return NODE_BYTES + value.length;
  if (typeof value !== 'object' || value === null) return FIELD_BYTES;
  let bytes = NODE_BYTES;
  if (Array.isArray(value)) for (const each of value as unknown[]) bytes += FIELD_BYTES + weigh(each);
  else for (const field in value) bytes += FIELD_BYTES + weigh((value as Readonly<Record<string, unknown>>)[field]);
  return bytes;
};
