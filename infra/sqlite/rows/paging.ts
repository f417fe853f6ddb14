/** Pages of listings: most are read at once, and of large rows one after the other, so that others get their turn between them. */
import type { Find, Row } from '../../../projections/ports.ts';
import { LargeRow } from './documents.ts';
import { find, rowAsFound, type Found } from './finding.ts';
import type { Reading } from './reading.ts';

/** Runs work on what is in the file at one moment. */
type Read = <T>(work: (reading: Reading) => T) => Promise<T>;

/** A page whose large rows change while they are read is read again so often; then what has changed is left out. */
const TRIES = 3;

const wholeOf = async (read: Read, found: readonly Found[]): Promise<readonly (Row | null)[]> => {
  const rows: (Row | null)[] = [];
  for (const each of found)
    rows.push(each instanceof LargeRow ? await read((reading) => rowAsFound(reading, each)) : each);
  return rows;
};

/** Every row as it was when its page was: one that has changed since may belong to no such page. */
export const pagesOf = async (read: Read, asked: Find): Promise<readonly Row[]> => {
  for (let tried = 1; ; tried += 1) {
    const rows = await wholeOf(read, await read((reading) => find(reading, asked)));
    const unchanged = rows.filter((row) => row !== null);
    if (unchanged.length === rows.length || tried === TRIES) return unchanged;
  }
};
