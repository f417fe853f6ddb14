/**
 * What the entries of a list are to a workspace: new, the same as an item it has, or doubtful. Only what is certain is decided here:
 * an identifier that names an item, or type, title, year and authors that all agree.
 */
import type { CslItem } from '../csl.ts';
import { doiUrl } from '../doi.ts';
import { REFERENCES } from '../limits.ts';
import { partialDateOf, yearOf } from '../partial-date.ts';
import { nameFits } from '../person-name.ts';
import { listedName, namesIn } from '../publication/authors.ts';
import { titled } from '../publication/naming.ts';
import type { Present } from '../publication/state.ts';
import { merge } from '../record/overlay.ts';
import { sortKey } from '../search-terms.ts';
import type { Reference } from './entry.ts';

/** Type, title, year and names of an item or an entry. */
export type Described = {
  readonly type: string;
  readonly title: string | null;
  readonly year: number | null;
  /** The authors, else the editors, as listed. */
  readonly names: readonly string[];
};

/** An item of the workspace that an entry may be. */
export type Candidate = Described & {
  /** Its DOI or key. */
  readonly id: string;
  readonly isDeleted: boolean;
  /** An identifier of the entry names it. */
  readonly isNamed: boolean;
};

export type Comparison = {
  readonly status: 'new' | 'same' | 'doubtful';
  /** Most likely first. */
  readonly candidates: readonly Candidate[];
};

const NAMES = 20;

export const describedBy = (item: CslItem): Described => {
  const date = partialDateOf(item.issued);
  const [authors, editors] = [namesIn(item, 'author'), namesIn(item, 'editor')];
  return {
    type: item.type,
    title: item.title ?? null,
    year: date === null ? null : yearOf(date),
    names: (authors.length > 0 ? authors : editors).slice(0, NAMES).map(listedName),
  };
};

export const candidateOf = (id: string, state: Present, isNamed: boolean): Candidate => ({
  ...{ id, isDeleted: state.status === 'deleted', isNamed },
  ...describedBy(merge(state)),
});

/** A name that is not a person's fits itself. */
const isSameName = (one: string, other: string): boolean => sortKey(one) === sortKey(other) || nameFits(one, other);

/** How many names at the beginning must be among how many of the other: lists may cut off the rest. */
const [COMPARED, AMONG] = [3, 6];

/** `unknown`: one of them has no names. */
const namesAgree = ({ names: one }: Described, { names: other }: Described): boolean | 'unknown' => {
  if (one.length === 0 && other.length === 0) return true;
  if (one.length === 0 || other.length === 0) return 'unknown';
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  const among = many.slice(0, AMONG);
  return few.slice(0, COMPARED).every((name) => among.some((each) => isSameName(name, each)));
};

const sameTitle = (one: Described, other: Described): boolean =>
  sortKey(one.title ?? '') === sortKey(other.title ?? '') && titled({ title: one.title ?? '', type: '' }) !== null;

const isSame = (one: Described, other: Described): boolean =>
  one.type === other.type &&
  sameTitle(one, other) &&
  one.year !== null &&
  one.year === other.year &&
  namesAgree(one, other) === true;

/** The same title by others in another year, such as an editorial, is another work. */
const mayBe = (one: Described, other: Described): boolean =>
  sameTitle(one, other) && (namesAgree(one, other) !== false || (one.type === other.type && one.year === other.year));

/** `known`: items that an identifier of the entry names, or that have its title. */
export const compare = (entry: Pick<Reference, 'item'>, known: readonly Candidate[]): Comparison => {
  const own = describedBy(entry.item);
  const named = known.filter(({ isNamed }) => isNamed);
  const same = [...named, ...known.filter((each) => !each.isNamed && isSame(own, each))];
  const alive = same.filter(({ isDeleted }) => !isDeleted);
  const [first] = alive;
  // Several that are the same are for staff to tell apart, and so is whether a deleted one comes back.
  if (first !== undefined && (first.isNamed || alive.length === 1)) return { status: 'same', candidates: [first] };
  const others = known.filter((each) => !same.includes(each) && mayBe(own, each));
  const candidates = [...alive, ...same.filter(({ isDeleted }) => isDeleted), ...others].slice(
    0,
    REFERENCES.candidates,
  );
  return { status: candidates.length === 0 ? 'new' : 'doubtful', candidates };
};

/** What makes two entries of one list the same, besides type, title, year and names: an identifier, or that they say the same. */
const keysOf = ({ item, doi, aliases }: Reference): readonly string[] => [
  JSON.stringify(item),
  ...(doi === null ? [] : [doiUrl(doi)]),
  ...aliases.map(({ id }) => id),
];

/** Type, title, year and first name, with no more than an initial: two entries that agree in these are one. */
const headOf = ({ item }: Reference): string => {
  const { year } = describedBy(item);
  const [name = {}] = [...namesIn(item, 'author'), ...namesIn(item, 'editor')];
  const { family, given = '', literal = '' } = name;
  return [item.type, sortKey(item.title ?? ''), year, sortKey(family ?? literal), sortKey(given).slice(0, 1)].join('|');
};

/** By its place, the earlier entry of the list that an entry repeats. */
export const repeatsIn = (entries: readonly Reference[]): ReadonlyMap<number, number> => {
  const repeats = new Map<number, number>();
  const byKey = new Map<string, Reference>();
  const byHead = new Map<string, readonly Reference[]>();
  for (const entry of entries) {
    const head = headOf(entry);
    const alike = byHead.get(head) ?? [];
    const isAlike = ({ doi }: Reference): boolean => entry.doi === null || doi === null || entry.doi === doi;
    const isTold = sortKey(entry.item.title ?? '') !== '' && partialDateOf(entry.item.issued) !== null;
    const keys = keysOf(entry);
    const first =
      keys.map((key) => byKey.get(key)).find((each) => each !== undefined) ??
      (isTold ? alike.find(isAlike) : undefined);
    if (first !== undefined) {
      repeats.set(entry.n, first.n);
      continue;
    }
    for (const key of keys) byKey.set(key, entry);
    // Bounded, since a list may have one title throughout.
    if (alike.length < REFERENCES.compared) byHead.set(head, [...alike, entry]);
  }
  return repeats;
};
