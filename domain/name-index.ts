/** An index of names that finds those fitting another name (`nameFits`) without comparing every pair. */
import { MATCHING } from './limits.ts';
import { compatible, isInitial, readingsOf, type Reading } from './person-name.ts';

type Entry = { readonly given: readonly string[]; readonly turned: boolean; readonly index: number };

/** Readings with the same family name and the same first letter of the given names; all others contradict them. */
type Group = {
  readonly all: Entry[];
  /** With an initial for the first given name, which fits all that begin with it. */
  readonly initials: Entry[];
  readonly byFirst: Map<string, Entry[]>;
  /** `Jean-Pierre` is `Jeanpierre` too. */
  readonly byJoined: Map<string, Entry[]>;
};

type Found = {
  /** Indexes of the names that fit. */
  readonly places: ReadonlySet<number>;
  /** More names may fit: too many resemble this one for all to be compared. */
  readonly passedOver: boolean;
};

const keyOf = ({ family, given: [first = ''] }: Reading): string => `${family} ${first[0] ?? ''}`;

const put = (map: Map<string, Entry[]>, key: string, entry: Entry): void => {
  const entries = map.get(key);
  if (entries === undefined) map.set(key, [entry]);
  else entries.push(entry);
};

const candidates = function* ({ all, initials, byFirst, byJoined }: Group, given: readonly string[]): Iterable<Entry> {
  const [first = ''] = given;
  if (isInitial(first)) return yield* all;
  yield* byFirst.get(first) ?? [];
  yield* initials;
  yield* byJoined.get(given.join('')) ?? [];
};

export const nameIndex = (names: readonly string[]) => {
  const groups = new Map<string, Group>();
  const add = (reading: Reading, turned: boolean, index: number): void => {
    const { given } = reading;
    const [entry, key] = [{ given, turned, index }, keyOf(reading)];
    const group: Group = groups.get(key) ?? { all: [], initials: [], byFirst: new Map(), byJoined: new Map() };
    groups.set(key, group);
    group.all.push(entry);
    if (isInitial(given[0])) group.initials.push(entry);
    put(group.byFirst, given[0] ?? '', entry);
    put(group.byJoined, given.join(''), entry);
  };
  names.forEach((name, index) => {
    const { straight, turned } = readingsOf(name);
    for (const reading of straight) add(reading, false, index);
    for (const reading of turned) add(reading, true, index);
  });

  let compared = 0;
  return {
    /** Names compared so far. */
    get compared(): number {
      return compared;
    },
    find: (name: string): Found => {
      const places = new Set<number>();
      const { straight, turned } = readingsOf(name);
      let room: number = MATCHING.comparisonsPerName;
      for (const [reading, isTurned] of [
        ...straight.map((each) => [each, false] as const),
        ...turned.map((each) => [each, true] as const),
      ]) {
        const group = groups.get(keyOf(reading));
        if (group === undefined) continue;
        for (const entry of candidates(group, reading.given)) {
          if (room === 0) return { places, passedOver: true };
          room -= 1;
          compared += 1;
          // A match is no evidence if neither name is written in this order.
          if (!(isTurned && entry.turned) && compatible(reading.given, entry.given)) places.add(entry.index);
        }
      }
      return { places, passedOver: false };
    },
  };
};
