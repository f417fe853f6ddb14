/** Where the record of a key's uses lies: later times first, in the order of the store's keys. */

const DIGITS = 13;
const LAST_MS = 10 ** DIGITS - 1;

export const usesOf = (keyHash: string): string => `key-use/${keyHash}/at/`;

/** `at` in epoch ms. */
export const usesAt = (keyHash: string, at: number): string =>
  usesOf(keyHash) + String(LAST_MS - at).padStart(DIGITS, '0');

/** The time in a key that begins so. */
export const atIn = (keyHash: string, key: string): number =>
  LAST_MS - Number(key.slice(usesOf(keyHash).length).slice(0, DIGITS));
