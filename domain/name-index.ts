/** An index of names that finds those fitting another name (`nameFits`) without comparing every pair. */
import { MATCHING } from './limits.ts';
import { compatible, isInitial, keysOf, readingsOf, spellingsOf, type Reading } from './person-name.ts';

/** Neither two turned readings are evidence, nor a single word without other evidence. */
type Order = 'straight' | 'turned' | 'single';

type Entry = { readonly given: readonly string[]; readonly order: Order; readonly index: number };

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

const put = (map: Map<string, Entry[]>, key: string, entry: Entry): void => {
  const entries = map.get(key);
  if (entries === undefined) map.set(key, [entry]);
  else entries.push(entry);
};

const candidates = function* ({ all, initials, byFirst, byJoined }: Group, given: readonly string[]): Iterable<Entry> {
  const [first] = given;
  if (first === undefined || isInitial(first)) return yield* all;
  for (const spelling of spellingsOf(first)) yield* byFirst.get(spelling) ?? [];
  yield* initials;
  for (const spelling of spellingsOf(given.join(''))) yield* byJoined.get(spelling) ?? [];
};

const inOrder = (name: string): readonly (readonly [Reading, Order])[] => {
  const readings = readingsOf(name);
  return (['straight', 'turned', 'single'] as const).flatMap((order) =>
    readings[order].map((reading) => [reading, order] as const),
  );
};

const isMatch = (one: Order, other: Order, isEvident: boolean): boolean => {
  if (one === 'single' || other === 'single') return one === other && isEvident;
  // A match is no evidence if neither name is written in this order.
  return one === 'straight' || other === 'straight';
};

export const nameIndex = (names: readonly string[]) => {
  const groups = new Map<string, Group>();
  const add = (reading: Reading, order: Order, index: number): void => {
    const { given } = reading;
    const entry = { given, order, index };
    for (const key of keysOf(reading)) {
      const group: Group = groups.get(key) ?? { all: [], initials: [], byFirst: new Map(), byJoined: new Map() };
      groups.set(key, group);
      group.all.push(entry);
      if (isInitial(given[0])) group.initials.push(entry);
      for (const spelling of spellingsOf(given[0] ?? '')) put(group.byFirst, spelling, entry);
      for (const spelling of spellingsOf(given.join(''))) put(group.byJoined, spelling, entry);
    }
  };
  names.forEach((name, index) => {
    for (const [reading, order] of inOrder(name)) add(reading, order, index);
  });

  let compared = 0;
  return {
    /** Names compared so far. */
    get compared(): number {
      return compared;
    },
    /** `isEvident`: something else says that it is this person (`evidentlyFits`). */
    find: (name: string, isEvident = false): Found => {
      const places = new Set<number>();
      let room: number = MATCHING.comparisonsPerName;
      for (const [reading, order] of inOrder(name))
        for (const key of keysOf(reading)) {
          const group = groups.get(key);
          if (group === undefined) continue;
          for (const entry of candidates(group, reading.given)) {
            if (room === 0) return { places, passedOver: true };
            room -= 1;
            compared += 1;
            if (isMatch(order, entry.order, isEvident) && compatible(reading.given, entry.given))
              places.add(entry.index);
          }
        }
      return { places, passedOver: false };
    },
  };
};
