/** Serializes equal values to the same text: key order does not matter, and undefined counts as absent. */

const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

export const canonicalJson = (value: unknown): string => JSON.stringify(value, sorted);
