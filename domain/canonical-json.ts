/** One text for values that say the same: the order of an object's keys says nothing, absent and undefined are the same. */

const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

export const canonicalJson = (value: unknown): string => JSON.stringify(value, sorted);
