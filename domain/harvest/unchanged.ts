/** Collects items found unchanged into as few events as possible. */
import { HARVEST, jsonBytes } from '../limits.ts';
import type { FoundUnchanged } from './events.ts';

/** Bytes of the quotes, colon, comma and digits of a time. */
const BESIDES_BYTES = 20;

/** Of an id, but for the longest DOIs: those that do not fit make an event of their own. */
const LONGEST_BYTES = 100;

export type Gathering = {
  /** The previous event if it is full; null while there is room. Each iD and DOI counts once. */
  readonly add: (kind: 'people' | 'publications', id: string, at: number) => FoundUnchanged['data'] | null;
  /** Whether this many more will fit. */
  readonly hasRoomFor: (more: number) => boolean;
  /** The items collected since the last event; null if there are none. */
  readonly take: () => FoundUnchanged['data'] | null;
};

const timesAfter = (from: number, times: ReadonlyMap<string, number>): Readonly<Record<string, number>> =>
  Object.fromEntries([...times].map(([id, at]) => [id, at - from]));

export const gatherUnchanged = (): Gathering => {
  const gathered = { people: new Map<string, number>(), publications: new Map<string, number>() };
  let bytes = 0;
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
    hasRoomFor: (more) =>
      Math.max(gathered.people.size, gathered.publications.size) + more <= HARVEST.looks &&
      bytes + more * (LONGEST_BYTES + BESIDES_BYTES) <= HARVEST.eventBytes,
    add: (kind, id, at) => {
      const needed = jsonBytes(id) + BESIDES_BYTES;
      const isFull = gathered[kind].size >= HARVEST.looks || bytes + needed > HARVEST.eventBytes;
      const full = isFull ? take() : null;
      if (!gathered[kind].has(id)) bytes += needed;
      gathered[kind].set(id, at);
      return full;
    },
  };
};
