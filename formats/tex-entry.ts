/** What BibTeX and BibLaTeX share: entries, their keys, and lists of names. */
import { createHash } from 'node:crypto';
import { yearOf } from '../domain/partial-date.ts';
import { folded } from '../domain/search-terms.ts';
import type { Name, Reference } from './exported.ts';
import { braced, texOf, titleOf, verbatim, type Encoding } from './tex.ts';

/** Enough that no two DOIs of a file have the same. */
const DIGITS = 10;

/** The first name, or the first longer word of the title. */
const wordOf = ({ authors, editors, text }: Reference): string => {
  const [first] = [...authors, ...editors];
  const lettersIn = (name: string): string =>
    folded(name)
      .replace(/[^a-z0-9]+/gu, '')
      .slice(0, 30);
  if (first !== undefined) return lettersIn('literal' in first ? first.literal : first.family);
  return /[a-z]{4,30}/u.exec(folded(text('title') ?? ''))?.[0] ?? '';
};

/** `muller2021-9f3a2c81d4`: from the record alone, so it is the same in every file, and unique through the DOI. */
const keyOf = (reference: Reference): string => {
  const { date, key } = reference;
  const hash = createHash('sha256').update(key).digest('hex').slice(0, DIGITS);
  return `${wordOf(reference) || 'item'}${date === null ? '' : yearOf(date)}-${hash}`;
};

/** BibTeX divides lists at these words and names at commas. */
const DIVIDES = /,|(?:^|\s)(?:and|others)(?:\s|$)/iu;

const partOf = (text: string, encoding: Encoding): string => {
  const tex = texOf(text, encoding);
  return DIVIDES.test(text) ? braced(tex) : tex;
};

const nameOf = (name: Name, encoding: Encoding): string => {
  if ('literal' in name) return braced(texOf(name.literal, encoding));
  const { family, given, suffix } = name;
  return [family, suffix, given].flatMap((part) => (part === null ? [] : [partOf(part, encoding)])).join(', ');
};

/** `hasMore`: the list is not complete. */
const namesOf = (names: readonly Name[], encoding: Encoding, hasMore = false): string | null =>
  names.length === 0
    ? null
    : [...names.map((name) => nameOf(name, encoding)), ...(hasMore ? ['others'] : [])].join(' and ');

/** Fields by name; those that are null are left out. */
type Fields = Readonly<Record<string, string | null>>;

/** A text of the reference as TeX; null if it has none. */
export type Tex = (field: Parameters<Reference['text']>[0]) => string | null;

export const texIn =
  ({ text }: Reference, encoding: Encoding): Tex =>
  (field) => {
    const value = text(field);
    return value === null ? null : texOf(value, encoding);
  };

const RANGE = /\s*[-\u2010-\u2015]+\s*/gu;

/** The entry, in which a format's own fields, and those that are macros, such as a month, stand between what both have. */
export const entryOf = (
  type: string,
  reference: Reference,
  encoding: Encoding,
  own: Fields,
  macros: Fields = {},
): string => {
  const { authors, editors, hasMoreAuthors, text, doi, url, isbn, issn, keywords, isRetracted } = reference;
  const tex = texIn(reference, encoding);
  const title = text('title');
  const listed = (all: readonly string[]): string | null => (all.length === 0 ? null : texOf(all.join(', '), encoding));
  const fields: Fields = {
    author: namesOf(authors, encoding, hasMoreAuthors),
    editor: namesOf(editors, encoding),
    title: title === null ? null : titleOf(title, encoding),
    series: tex('collection-title'),
    edition: tex('edition'),
    volume: tex('volume'),
    pages:
      text('page')
        ?.split(RANGE)
        .map((page) => texOf(page, encoding))
        .join('--') ?? null,
    ...own,
    doi: doi === null ? null : verbatim(doi),
    url: url === null ? null : verbatim(url),
    isbn: listed(isbn),
    issn: listed(issn),
    language: tex('language'),
    keywords: listed(keywords),
    abstract: tex('abstract'),
    note: isRetracted ? 'Retracted' : null,
  };
  const lines = [
    ...Object.entries(fields).map(([name, value]) => [name, value === null ? null : `{${value}}`] as const),
    ...Object.entries(macros),
  ].flatMap(([name, value]) => (value === null ? [] : [`  ${name} = ${value},\n`]));
  return `@${type}{${keyOf(reference)},\n${lines.join('')}}\n`;
};
