/**
 * Authors with each iD inside its entry. CSL names cannot hold iDs, so outside the domain they are in the parallel list
 * `custom.author_orcids`; edits use this form, so that reordering cannot separate them.
 */
import type { Fields } from '../changes/change.ts';
import type { CslItem, CslName } from '../csl.ts';
import { equal } from '../equal.ts';
import { groupedBy } from '../grouped.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { nameIndex } from '../name-index.ts';
import { listedName, namedOrcids } from './authors.ts';

const ORCID = 'ORCID';
export const ORCIDS = 'author_orcids';

type Entry = CslName & { readonly [ORCID]?: string };
export type Orcids = readonly (string | null)[];

const entriesIn = ({ author }: Fields): readonly Entry[] | null => (Array.isArray(author) ? (author as Entry[]) : null);

const without = (entry: Entry): CslName => {
  if (!isObject(entry) || !Object.hasOwn(entry, ORCID)) return entry;
  const { [ORCID]: _orcid, ...name } = entry;
  return name;
};

/** The field as it is outside the domain: authors without iDs. */
export const namesAlone = (field: string, value: Json): Json =>
  field === 'author' && Array.isArray(value) ? (value as readonly Entry[]).map(without) : value;

export const orcidsInside = (fields: Fields): Orcids => (entriesIn(fields) ?? []).map((entry) => entry[ORCID] ?? null);

export const namesIn = (fields: Fields): readonly CslName[] => entriesIn(fields)?.map(without) ?? [];

export const listsOrcids = ({ custom }: Fields): boolean => isObject(custom) && Object.hasOwn(custom, ORCIDS);

/** Puts these iDs inside the authors and removes the parallel list, with `custom` if it then is empty. */
export const withTheseOrcids = (item: Fields, orcids: Orcids): Fields => {
  const { author, custom, ...rest } = item;
  const entries = entriesIn(item)?.map((entry, place): Entry => {
    const orcid = orcids[place] ?? null;
    return orcid === null ? without(entry) : { ...entry, [ORCID]: orcid };
  });
  const { [ORCIDS]: _orcids, ...besides } = isObject(custom) ? custom : {};
  const isNone = listsOrcids(item) && Object.keys(besides).length === 0;
  return {
    ...rest,
    ...(author === undefined ? {} : { author: entries ?? author }),
    ...(custom === undefined || isNone ? {} : { custom: isObject(custom) ? besides : custom }),
  };
};

export const withOrcidsInside = (item: Fields): Fields =>
  listsOrcids(item) ? withTheseOrcids(item, namedOrcids(item as CslItem)) : item;

/** Moves iDs from the authors to the parallel list; `isListed`: even if no author has one. */
export const withOrcidsBeside = (item: Fields, isListed: boolean): Fields => {
  const entries = entriesIn(item);
  if (entries === null) return item;
  const orcids = orcidsInside(item);
  const custom = isObject(item['custom']) ? item['custom'] : {};
  return {
    ...item,
    author: entries.map(without),
    ...(isListed || orcids.some((orcid) => orcid !== null) ? { custom: { ...custom, [ORCIDS]: orcids } } : {}),
  };
};

/** The iDs that `custom` lists; null if it has no such list. */
export const orcidsListed = ({ after }: { readonly after?: Json | undefined }): Orcids | null =>
  after !== undefined && listsOrcids({ custom: after }) ? namedOrcids({ type: '', custom: after as JsonObject }) : null;

const keyOf = (entry: Entry): string => JSON.stringify(without(entry));

type Follow = {
  /** The new entries, without iDs. */
  readonly now: readonly CslName[];
  /** The current entries. */
  readonly before: Fields;
  /** The provider's entries: those that an earlier edit removed may be back. */
  readonly provided: Fields;
  /** The index of an entry in `before`, if known. */
  readonly placeOf?: (entry: CslName) => number | undefined;
};

/**
 * The iDs of a list of authors that was written without them. An entry keeps its iD if it was moved or its name corrected; a new
 * one has none. An entry is recognized by `placeOf`, else by equal content, else by its place and a name that fits, else by the
 * only name that fits.
 */
const followed = ({ now, before, provided, placeOf = () => undefined }: Follow): Orcids => {
  const entries = entriesIn(before) ?? [];
  const orcids = orcidsInside(before);
  const taken = new Set<number>();
  const take = (place: number | undefined): number | undefined => {
    if (place === undefined || taken.has(place)) return undefined;
    taken.add(place);
    return place;
  };
  const kept = now.map((author) => take(placeOf(author)));
  const left = [...entries.entries()].filter(([place]) => !taken.has(place));
  const saying = groupedBy(left.reverse(), ([, entry]) => keyOf(entry));
  const same = now.map((author, index) => kept[index] ?? take(saying.get(keyOf(author))?.pop()?.[0]));
  const names = nameIndex(entries.map((entry, place) => (taken.has(place) ? '' : listedName(entry))));
  const fitting = now.map((author, index) =>
    same[index] === undefined ? names.find(listedName(author)).places : null,
  );
  const corrected = now.map((_author, index) => same[index] ?? (fitting[index]?.has(index) ? take(index) : undefined));
  const places = now.map((_author, index) => {
    if (corrected[index] !== undefined) return corrected[index];
    const free = [...(fitting[index] ?? [])].filter((place) => !taken.has(place));
    return free.length === 1 ? take(free[0]) : undefined;
  });
  const given = new Set(places.flatMap((place) => (place === undefined ? [] : (orcids[place] ?? []))));
  const back = new Map((entriesIn(provided) ?? []).map((entry) => [keyOf(entry), entry[ORCID] ?? null]));
  return now.map((author, index) => {
    const place = places[index];
    if (place !== undefined) return orcids[place] ?? null;
    const orcid = back.get(keyOf(author)) ?? null;
    if (orcid === null || given.has(orcid)) return null;
    given.add(orcid);
    return orcid;
  });
};

type OrcidsAsked = Follow & {
  /** The iDs given, perhaps only because the authors were read with them; null: none were given. */
  readonly said: Orcids | null;
};

/** The new iDs of the authors: those given, if they are new, else they follow the authors. */
export const orcidsOf = ({ said, ...follow }: OrcidsAsked): Orcids => {
  const { before, provided } = follow;
  const isNew = said !== null && !equal(said, orcidsInside(before)) && !equal(said, orcidsInside(provided));
  return isNew ? said : followed(follow);
};

type Change = { readonly field: string; readonly after?: Json };

/** Changes of a record with iDs inside its authors, in the form of an edit: authors without iDs, and a list of all iDs. */
export const withOrcids = <C extends Change>(
  changes: readonly C[],
  record: Fields,
): { readonly changes: readonly C[]; readonly orcids: Orcids } => ({
  changes: changes.map((change) =>
    change.after === undefined ? change : { ...change, after: namesAlone(change.field, change.after) },
  ),
  orcids: orcidsInside({ ...record, ...Object.fromEntries(changes.map(({ field, after }) => [field, after])) }),
});
