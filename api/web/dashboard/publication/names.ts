/** Operations on a list of names. */
import { hasOrcid } from '../../../../domain/person/id.ts';
import type { TypedName } from './typed.ts';
import { textIn, type Fields } from '../../parts/editing/value.ts';

type Names = readonly TypedName[];

/** `to` is clamped to the list. */
export const moved = (names: Names, from: number, to: number): Names => {
  const name = names[from];
  if (name === undefined) return names;
  const rest = names.filter((_, index) => index !== from);
  const at = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, at), name, ...rest.slice(at)];
};

export const added = (names: Names, name: Fields, person?: string): Names => [
  ...names,
  {
    key: 1 + Math.max(-1, ...names.map(({ key }) => key)),
    name,
    orcid: person !== undefined && hasOrcid(person) ? person : '',
    ...(person !== undefined && { person }),
  },
];

/** Who were chosen from the catalogue and still are who they were. */
export const chosenIn = (names: Names): readonly string[] =>
  names.flatMap(({ person, orcid }) =>
    person === undefined || (hasOrcid(person) && orcid !== person) ? [] : [person],
  );

export const without = (names: Names, key: number): Names => names.filter((name) => name.key !== key);

export const changed = (names: Names, key: number, change: Partial<Omit<TypedName, 'key'>>): Names =>
  names.map((name) => (name.key === key ? { ...name, ...change } : name));

const said = (name: Fields, ...parts: readonly string[]): string =>
  parts
    .map((part) => textIn(name[part]))
    .filter(Boolean)
    .join(' ');

const FAMILY = ['dropping-particle', 'non-dropping-particle', 'family', 'suffix'];

/** “Family, Given”, or the name of a group. */
export const listedName = (name: Fields): string =>
  said(name, 'literal') || [said(name, ...FAMILY), said(name, 'given')].filter(Boolean).join(', ');

/** “Given Family”, or the name of a group. */
export const readName = (name: Fields): string => said(name, 'literal') || said(name, 'given', ...FAMILY);
