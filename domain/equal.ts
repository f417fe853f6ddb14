/** Equality of JSON values: key order does not matter, and undefined counts as absent. */
import { isObject } from './json.ts';
import { ownOf } from './own.ts';

const sameKeys = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => equal(ownOf(a, key), ownOf(b, key)));

export const equal = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => equal(item, b[index]));
  return isObject(a) && isObject(b) && sameKeys(a, b);
};
