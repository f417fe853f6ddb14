/** The version that a state record begins at. */
import { randomInt } from 'node:crypto';

/** Exact as a number, with room for more puts than there will be. */
const MOST = 2 ** 47;

/**
 * Random, so that who knows a record that has lapsed or was removed never takes the next one for it: as a lease's
 * former holder, who could renew another's.
 */
export const firstVersion = (): number => randomInt(1, MOST);
