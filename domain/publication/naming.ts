/** The identifiers by which a listed work is recognized, and the key it is stored under. */
import type { CslItem } from '../csl.ts';
import { ID } from '../limits.ts';
import { distinctWords } from '../search-terms.ts';

type Identifier = { readonly type: string; readonly value: string };

/** One identifier, as the streams of identifiers name it. */
export type Alias = {
  readonly id: string;
  /** The key of a work stored under it. */
  readonly key: string;
  /** An ISBN may be that of a whole volume: it names a work only together with this type and title. */
  readonly of?: string;
  /** The key under which staff keep it, if that is another one: an ISBN-10 as ISBN-13. */
  readonly keyOfStaff?: string;
  /** The source's own name for the entry of its list. */
  readonly isSources?: true;
};

const TITLE_CHARACTERS = 80;

/** Such as `pmid.123`. */
export const nameOf = ({ type, value }: Identifier): string => `${type}.${value}`;

const OPENALEX = 'openalex';

/** The key of a work that only OpenAlex's id names: `openalex.W1`. */
export const openalexKey = (id: string): string => nameOf({ type: OPENALEX, value: id });

/** The identifier in such a key; null for any other key. */
export const openalexIdIn = (key: string): Identifier | null =>
  /^openalex\.W\d+$/i.test(key) ? { type: OPENALEX, value: key.slice(OPENALEX.length + 1) } : null;

const ARXIV =
  /^(?:(?:https?:\/\/(?:dx\.)?doi\.org\/)?10\.48550\/arxiv\.|(?:https?:\/\/(?:\w+\.)?arxiv\.org\/\w+\/)?(?:arxiv:\s*)?)/;
const ARXIV_ID = /^(?:(\d{4}\.\d{4,5})|([a-z-]+)(?:\.[a-z-]+)?(\/\d{7}))(?:v\d+)?(?:\.pdf|\/)?(?:\s*\[.*|[?#].*)?$/;

/** From an id, an address or arXiv's DOI, without version and subject class (info.arxiv.org/help/arxiv_identifier); else null. */
export const arxivIdOf = (text: string): string | null => {
  const [match, id, archive = '', number = ''] = ARXIV_ID.exec(text.trim().toLowerCase().replace(ARXIV, '')) ?? [];
  return match === undefined ? null : (id ?? `${archive}${number}`);
};

/** The identifier in arXiv's own DOI; none for any other DOI. */
export const aliasesOfDoi = (doi: string): readonly Alias[] => {
  const value = arxivIdOf(doi);
  if (value === null) return [];
  const key = nameOf({ type: 'arxiv', value });
  return [{ id: key, key }];
};

/** ISBN-10 and ISBN-13 of one book are one identifier. */
export const isbn13 = (value: string): string => {
  if (!/^\d{9}[\dx]$/.test(value)) return value;
  const digits = `978${value.slice(0, 9)}`;
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};

export const titled = ({ title, type }: Pick<CslItem, 'title' | 'type'>): string | null => {
  const words = distinctWords((title ?? '').replace(/<[^<>]*>/g, ''));
  return words.length === 0 ? null : `${type}.${words.join('-').slice(0, TITLE_CHARACTERS)}`;
};

export const isTitled = (item: CslItem, of: string): boolean => titled(item) === of;

/** What a list says to identify a work. `identifiers` are normalised, strongest first. */
export type Listed = {
  readonly identifiers: readonly Identifier[];
  readonly fallbackKey: string;
  readonly summary: CslItem;
};

/** Strongest first; the source's own name is the last. */
export const aliasesOf = ({ identifiers, fallbackKey, summary }: Listed): readonly Alias[] => {
  const own = identifiers.slice(0, ID.identifiers).flatMap((each): readonly Alias[] => {
    const key = nameOf(each);
    if (each.type !== 'isbn') return [{ id: key, key }];
    const of = titled(summary);
    const keyOfStaff = nameOf({ type: 'isbn', value: isbn13(each.value) });
    return of === null ? [] : [{ id: `${keyOfStaff}.${of}`, key, of, ...(keyOfStaff !== key && { keyOfStaff }) }];
  });
  return [...own, { id: fallbackKey, key: fallbackKey, isSources: true }];
};

/** Bounds the identifiers kept per work, since lists may name thousands of identical entries. */
const MOST_ALIASES = 2 * ID.identifiers;

/** The aliases of two entries for one work, each once. */
export const joinedAliases = (one: readonly Alias[], other: readonly Alias[]): readonly Alias[] => {
  if (one.length >= MOST_ALIASES) return one;
  const all = [...new Map([...one, ...other].map((alias) => [alias.id, alias])).values()];
  return [...all.filter(({ isSources }) => isSources !== true), ...all.filter(({ isSources }) => isSources === true)];
};

/** As people read them. */
export const identifiersIn = (aliases: readonly Alias[]): readonly string[] =>
  aliases.flatMap(({ key, isSources }) => (isSources === true ? [] : [key]));
