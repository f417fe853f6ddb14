/** Whether two names may be one person's: the family name is the same, and no given name speaks against it. */
import { searchTerms } from './search-terms.ts';

type Split = { readonly family: readonly string[]; readonly given: readonly string[] };

/** Every way in which a name may divide: `Family, Given`, else any last words as the family name, or the first word. */
const divisions = (name: string): readonly Split[] => {
  const [before = '', after] = name.split(/,(.*)/su);
  if (after !== undefined) return [{ family: searchTerms(before), given: searchTerms(after) }];
  const words = searchTerms(name);
  const last = words
    .slice(1)
    .map((_word, index) => ({ family: words.slice(index + 1), given: words.slice(0, index + 1) }));
  return [...last, { family: words.slice(0, 1), given: words.slice(1) }];
};

const sameWords = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, index) => word === b[index]);

/** Two given names agree if they are the same, or one is the initial of the other. */
const agree = (a: string, b: string): boolean =>
  a === b || (a.length === 1 && b.startsWith(a)) || (b.length === 1 && a.startsWith(b));

const givenAgree = (a: readonly string[], b: readonly string[]): boolean => {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.length > 0 && short.every((word, index) => agree(word, long[index] ?? ''));
};

/** Conservative: without a family name and a given name or initial in common, no. Case and diacritics do not matter. */
export const nameFits = (listed: string, known: string): boolean =>
  divisions(listed).some((a) =>
    divisions(known).some((b) => a.family.length > 0 && sameWords(a.family, b.family) && givenAgree(a.given, b.given)),
  );
