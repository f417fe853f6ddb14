/**
 * The iDs that the metadata give the authors (`custom.author_orcids`, parallel to `author`) follow the entries of the list
 * through a patch: one that is moved or corrected keeps its iD, one that is removed takes it along, a new one has none.
 */
import type { CslItem, CslName } from '../../domain/csl.ts';
import { equal } from '../../domain/equal.ts';
import { nameFits } from '../../domain/person-name.ts';
import { listedName, namedOrcids } from '../../domain/publication/authors.ts';

type Orcids = readonly (string | null)[];

const keyOf = (author: CslName): string => JSON.stringify(author);

/** For each author the place where the same entry stood: by identity, else by what it says, else by its place and name. */
const placesBefore = (
  now: readonly CslName[],
  before: readonly CslName[],
  entries: readonly unknown[],
): readonly (number | undefined)[] => {
  const taken = new Set<number>();
  const take = (place: number | undefined): number | undefined => {
    if (place === undefined || taken.has(place)) return undefined;
    taken.add(place);
    return place;
  };
  const places = new Map(entries.map((entry, place) => [entry, place]));
  const kept = now.map((author) => take(places.get(author)));
  const saying = new Map(before.flatMap((author, place) => (taken.has(place) ? [] : [[keyOf(author), place]])));
  const same = now.map((author, place) => kept[place] ?? take(saying.get(keyOf(author))));
  const isCorrected = (author: CslName, place: number): boolean => {
    const was = before[place];
    return was !== undefined && nameFits(listedName(was), listedName(author));
  };
  return now.map((author, place) => same[place] ?? (isCorrected(author, place) ? take(place) : undefined));
};

/**
 * `merged` is the record before the patch, and `list` the authors of the document that the patch is tried on. The function
 * that is returned puts the iDs beside the authors of the record that came of it, unless the patch itself said which.
 */
export const followAuthors = (original: CslItem, merged: CslItem, list: unknown): ((record: CslItem) => CslItem) => {
  // The patch changes the list in place.
  const entries: readonly unknown[] = Array.isArray(list) ? Array.from<unknown>(list) : [];
  const [orcids, provided]: readonly [Orcids, Orcids] = [namedOrcids(merged), namedOrcids(original)];
  return (record) => {
    const said = namedOrcids(record);
    const isSaid = !equal(said, orcids) && !equal(said, provided);
    if (said.length === 0 || isSaid) return record;
    if (equal(record.author, merged.author) && equal(said, orcids)) return record;
    const now = record.author ?? [];
    const places = placesBefore(now, merged.author ?? [], entries);
    const given = new Set(places.map((place) => (place === undefined ? null : orcids[place])));
    // Entries of the provider that an earlier edit removed, and that are back.
    const back = new Map((original.author ?? []).map((author, place) => [keyOf(author), provided[place] ?? null]));
    const found = now.map((author, index) => {
      const place = places[index];
      if (place !== undefined) return orcids[place] ?? null;
      const orcid = back.get(keyOf(author)) ?? null;
      return given.has(orcid) ? null : orcid;
    });
    return { ...record, custom: { ...record.custom, author_orcids: found } };
  };
};
