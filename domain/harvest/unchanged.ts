/** Collects items found unchanged into as few events as possible. */
import { HARVEST, jsonBytes } from '../limits.ts';
import type { FoundUnchanged } from './events.ts';

/** Bytes of the quotes, colon, comma and digits of a time. */
const BESIDES_BYTES = 20;

/** Of an id, but for the longest DOIs: those that do not fit make an event of their own. */
const LONGEST_BYTES = 100;

const timesAfter = (from: number, times: ReadonlyMap<string, number>): Readonly<Record<string, number>> =>
  Object.fromEntries([...times].map(([id, at]) => [id, at - from]));

export const gatherUnchanged = () => {
  const gathered = { people: new Map<string, number>(), publications: new Map<string, number>() };
  let bytes = 0;
  /** The items collected since the last event; null if there are none. */
  const take = (): FoundUnchanged['data'] | null => {
    const { people, publications } = gathered;
    if (people.size + publications.size === 0) return null;
    const from = Math.min(...people.values(), ...publications.values());
    const data = { from, people: timesAfter(from, people), publications: timesAfter(from, publications) };
    people.clear();
    publications.clear();
    bytes = 0;
    return data;
  };
  return {
    take,
    /** Whether this many more will fit. */
    hasRoomFor: (more: number): boolean =>
      Math.max(gathered.people.size, gathered.publications.size) + more <= HARVEST.itemsPerKind &&
      bytes + more * (LONGEST_BYTES + BESIDES_BYTES) <= HARVEST.eventBytes,
    /** The previous event if it is full; null while there is room. Each iD and DOI counts once. */
    add: (kind: 'people' | 'publications', id: string, at: number): FoundUnchanged['data'] | null => {
      const needed = jsonBytes(id) + BESIDES_BYTES;
      const isFull = gathered[kind].size >= HARVEST.itemsPerKind || bytes + needed > HARVEST.eventBytes;
      const full = isFull ? take() : null;
      if (!gathered[kind].has(id)) bytes += needed;
      gathered[kind].set(id, at);
      return full;
    },
  };
};
