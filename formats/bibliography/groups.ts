/** The groups of a bibliography: publications of a year, or of a type, and what the groups are called. */
import { ownOf } from '../../domain/own.ts';
import de from './groups/de.json' with { type: 'json' };
import en from './groups/en.json' with { type: 'json' };

export const GROUPINGS = ['year', 'type'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** A year, or the name of a group; null for the rest. */
type Key = string | null;

/** Types that share a group with another one. */
const WITH: Readonly<Record<string, string>> = {
  'article-magazine': 'article-newspaper',
  'entry-dictionary': 'entry',
  'entry-encyclopedia': 'entry',
  classic: 'book',
  'review-book': 'review',
  'post-weblog': 'webpage',
  post: 'webpage',
};

const typeOf = (type: string): Key => {
  const group = ownOf(WITH, type) ?? type;
  return group !== 'other' && Object.hasOwn(en, group) ? group : null;
};

/** The columns of a publication's row by which it is grouped. */
type Columns = { readonly publicationType: unknown; readonly publicationYear: unknown };

export const groupOf = ({ publicationType: type, publicationYear: year }: Columns, grouping: Grouping): Key => {
  if (grouping === 'type') return typeof type === 'string' ? typeOf(type) : null;
  return typeof year === 'number' ? String(year) : null;
};

/** The latest year first; types as in the table of names; the rest last. */
export const inGroupOrder = (grouping: Grouping): ((a: Key, b: Key) => number) => {
  const types = Object.keys(en);
  const rank = (key: Key): number => {
    if (key === null) return Infinity;
    return grouping === 'year' ? -Number(key) : types.indexOf(key);
  };
  return (a, b) => (a === b ? 0 : rank(a) - rank(b));
};

/** In German for German, otherwise in English. */
export const groupName = (key: Key, grouping: Grouping, language: string): string => {
  const names: Readonly<Record<string, string>> = /^de\b/iu.test(language) ? de : en;
  if (grouping === 'year') return key ?? names['without_year'] ?? '';
  return names[key ?? 'other'] ?? '';
};
