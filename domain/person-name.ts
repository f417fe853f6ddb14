/** Whether a name in a list of authors may be a given person's. When in doubt it is not: a wrong link is worse than none. */
import type { CslName } from './csl.ts';
import { TEXT } from './limits.ts';
import { allSpellings, APOSTROPHES, foldedButUmlauts, spellings } from './search-terms.ts';

const PARTICLES = new Set(
  'al bin da dal de del della den der des di do dos du el ibn la le ten ter van von zu zum zur'.split(' '),
);
export const isParticle = (word: string): boolean => PARTICLES.has(word.toLowerCase());

const ADDITIONS = new Set('dr prof phd dphil md msc bsc frcp frcs jr sr ii iii iv'.split(' '));
/** Degrees and suffixes behind commas. `J.R.` and `I.V.` are initials. */
const ADDED =
  /(?:,\s*(?:ph\.?\s?d|d\.?phil|m\.?d|[mb]\.?sc|m\.?ph|mba|frc[ps]|facs|dr|prof|[js]r|i{2,3}|iv)\.?){1,5}\s*$/i;
/** In front of another given name, `Md.` is short for Mohammad. */
const MOHAMMAD = /(?<=^|,\s*)md(?=\.?\s+\p{L})/iu;

/** `John Smith` for `John Smith, PhD`; of `Smith, MD`, all: those are initials. */
export const withoutAdditions = (name: string): string => {
  const bare = name.replace(ADDED, '');
  return /[\s,]/.test(bare.trim()) ? bare : name;
};

/** The parts of a person's name in one text: the last word is the family name, with the particles before it. */
export const nameOfPerson = (text: string): Pick<CslName, 'given' | 'family' | 'literal'> => {
  const words = withoutAdditions(text).trim().split(/\s+/u);
  if (words.length < 2) return { literal: text.trim() };
  let at = words.length - 1;
  while (at > 1 && isParticle(words[at - 1] ?? '')) at -= 1;
  return { given: words.slice(0, at).join(' '), family: words.slice(at).join(' ') };
};

/** Without case and diacritics but with umlauts, which have two spellings. */
export type Reading = { readonly family: string; readonly given: readonly string[] };

const without = (all: readonly string[], some: ReadonlySet<string>, atLeast: number): readonly string[] => {
  const rest = all.filter((word) => !some.has(word));
  return rest.length < atLeast ? all : rest;
};

/** `O'Brien` is one word, `J.-P.` and `Jean-Pierre` are two. */
const everyWord = (text: string): readonly string[] =>
  foldedButUmlauts(text.replace(APOSTROPHES, "'").replaceAll("'", '')).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a name or a part of it, at least so many if there are so many. */
type Words = (text: string, atLeast: number) => readonly string[];

const ownWords: Words = (text, atLeast) => without(everyWord(text), ADDITIONS, atLeast);

/** Drops particles as long as enough is left: `Van` and `Da` are also given names. */
const words: Words = (text, atLeast) => without(ownWords(text, atLeast), PARTICLES, atLeast);

/** `Al-Harbi` is also written `Alharbi`, `van den Berg` also `Vandenberg`. */
const joinedWords: Words = (text, atLeast) => {
  const joined: string[] = [];
  let particles = '';
  for (const word of ownWords(text, atLeast)) {
    if (PARTICLES.has(word)) particles += word;
    else joined.push(`${particles}${word}`);
    if (!PARTICLES.has(word)) particles = '';
  }
  return particles === '' ? joined : [...joined, particles];
};

/** `Smith JP` means J. P.: a short word in capitals, in a name that is not all in capitals. */
const spelt = (text: string): string =>
  /\p{Ll}/u.test(text)
    ? text.replace(/(?<![\p{L}\p{N}])\p{Lu}{2,3}(?![\p{L}\p{N}])/gu, (all) => [...all].join(' '))
    : text;

/** Names in Han, kana and Hangul have no initials, and often no space. */
const EAST_ASIAN = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}]+$/u;

export const isInitial = (word: string | undefined): boolean =>
  word !== undefined && [...word].length === 1 && !EAST_ASIAN.test(word);

/** A letter with a period is an initial; one without may be the first word of a family name, as in `Mary O Brien`. */
const DOTTED = /(?<![\p{L}\p{N}])\p{L}\./gu;

const reading = (family: readonly string[], given: readonly string[]): readonly Reading[] =>
  family.length === 0 || given.length === 0 || family.every(isInitial) ? [] : [{ family: family.join(''), given }];

/** An initial after the first word means that the given name comes first: `Ali M. Tamimi`. */
const isFamilyFirst = ({ given }: Reading): boolean => !isInitial(given[0]) || given.every(isInitial);

/**
 * The readings as written; those with the family name first, which many people write without a comma; and that of a name of one word,
 * which needs evidence. A name that may be written without a space has no given name.
 */
type Readings = {
  readonly straight: readonly Reading[];
  readonly turned: readonly Reading[];
  readonly single: readonly Reading[];
};

const NONE: Readings = { straight: [], turned: [], single: [] };

const unsplit = (family: string): Reading => ({ family, given: [] });

/** Written in either order, with a space or without; one character is a family name alone. */
const eastAsian = (all: readonly string[]): Readings => {
  const orders = all.map((_word, at) => unsplit([...all.slice(at), ...all.slice(0, at)].join('')));
  const isOne = [...all.join('').normalize('NFC')].length === 1;
  return isOne ? { ...NONE, single: orders } : { ...NONE, straight: orders };
};

const readingsAsSpelt = (text: string, wordsOf: Words): Readings => {
  const every = everyWord(text);
  // Every split of a name in two is a reading, so the words of all readings grow with the square of the name's.
  if (every.length > TEXT.nameWords) return NONE;
  if (EAST_ASIAN.test(every.join(''))) return eastAsian(every);
  if (every.length === 1) return { ...NONE, single: every.filter((word) => !isInitial(word)).map(unsplit) };

  const [family = '', ...rest] = text.split(',');
  const given = wordsOf(rest.join(' '), 1);
  if (given.length > 0) return { ...NONE, straight: reading(wordsOf(family, 1), given) };

  const all = wordsOf(text, 2);
  const dotted = new Set(everyWord(text.match(DOTTED)?.join(' ') ?? ''));
  const cut = (family: readonly string[], rest: readonly string[]): readonly Reading[] =>
    family.some((word) => dotted.has(word)) ? [] : reading(family, rest);
  const cuts = all.slice(1).map((_word, index) => index + 1);
  const last = cuts.flatMap((at) => cut(all.slice(at), all.slice(0, at)));
  const first = cuts.flatMap((at) => cut(all.slice(0, at), all.slice(at)));
  // A family name is never an initial, so `Smith J` can only have the family name first.
  return isInitial(all.at(-1))
    ? { ...NONE, straight: first }
    : { ...NONE, straight: last, turned: first.filter(isFamilyFirst) };
};

const SHORT = 4;

/** Two words of a name are the same if they have one of these in common. `Suen` is not Sun, nor `Haas` Has. */
export const spellingsOf = (word: string): readonly string[] =>
  word.length <= SHORT ? spellings(word) : allSpellings(word);

/** `Michael` is not Michal. */
const spellingsOfGiven = (word: string): readonly string[] =>
  word.includes('ael') ? spellings(word) : spellingsOf(word);

const isSame = (a: string, b: string, spelt = spellingsOf): boolean => {
  if (a === b) return true;
  const others = spelt(b);
  return spelt(a).some((spelling) => others.includes(spelling));
};

const isSameGiven = (a: string, b: string): boolean => isSame(a, b, spellingsOfGiven);

const firstLetter = (word: string): string => spellings(word)[0][0] ?? '';

/** Whether given names or initials do not contradict each other. */
export const compatible = (a: readonly string[], b: readonly string[]): boolean =>
  isSameGiven(a.join(''), b.join('')) ||
  (a.length > 0 &&
    b.length > 0 &&
    a.every((word, index) => {
      const other = b[index];
      if (other === undefined || isSameGiven(word, other)) return true;
      return (isInitial(word) || isInitial(other)) && firstLetter(word) === firstLetter(other);
    }));

const meet = (some: readonly Reading[], others: readonly Reading[]): boolean =>
  some.some((a) => others.some((b) => isSame(a.family, b.family) && compatible(a.given, b.given)));

const joined = (all: readonly Readings[]): Readings => ({
  straight: all.flatMap(({ straight }) => straight),
  turned: all.flatMap(({ turned }) => turned),
  single: all.flatMap(({ single }) => single),
});

/** All readings of a name; none if it is longer, or has more words, than any real name. */
export const readingsOf = (name: string): Readings => {
  if (name.length > TEXT.nameCharacters) return NONE;
  const ways = ownWords(name, 1).some((word) => PARTICLES.has(word)) ? [words, joinedWords] : [words];
  // `García López, MD` is read as María Dolores and as a degree.
  const whole = [name, withoutAdditions(name)].flatMap((text) => [text, text.replace(MOHAMMAD, 'M')]);
  return joined(
    [...new Set([...whole, ...whole.map(spelt)])].flatMap((text) =>
      ways.map((wordsOf) => readingsAsSpelt(text, wordsOf)),
    ),
  );
};

const fit = (one: Readings, other: Readings): boolean =>
  meet(one.straight, other.straight) || meet(one.straight, other.turned) || meet(one.turned, other.straight);

/**
 * True if the family names are equal but for case, diacritics and particles, and the given names or initials do not
 * contradict each other. Either may be `Given Family`, `Family Given` or `Family, Given`; names in Han, kana and Hangul also have no
 * space. A name of one word never fits, and neither does one longer than `TEXT.nameCharacters` or `TEXT.nameWords`.
 */
export const nameFits = (listed: string, person: string): boolean => fit(readingsOf(listed), readingsOf(person));

/** The same where something else, such as a list, says that it is this person: then a name of one word fits itself. */
export const evidentlyFits = (listed: string, person: string): boolean => evidentlyFitsOneOf([person])(listed);

/** Whether one of a person's names, which are read once, fits so. */
export const evidentlyFitsOneOf = (names: readonly string[]): ((listed: string) => boolean) => {
  const known = names.map(readingsOf);
  return (listed) => {
    const one = readingsOf(listed);
    return known.some((other) => fit(one, other) || meet(one.single, other.single));
  };
};

const isLatin = (name: string): boolean => /\p{sc=Latin}/u.test(name);

/**
 * Whether these cannot be names of one person. Those that cannot be compared do not contradict each other: in other scripts, too long,
 * or if one has no more than a part of the other's words, which may be initials.
 */
export const contradicts = (listed: string, person: string): boolean => {
  if (evidentlyFits(listed, person) || isLatin(listed) !== isLatin(person)) return false;
  const [one, other] = [ownWords(listed, 1), ownWords(person, 1)];
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  if (many.length > TEXT.nameWords) return false;
  return !few.every((word) => many.some((each) => compatible([word], [each])));
};

const isInitials = (word: string, name: string): boolean =>
  /^(?:\p{L}\.?){1,3}$/u.test(word) &&
  (word.length === 1 || word.includes('.') || (/^\p{Lu}+$/u.test(word) && /\p{Ll}/u.test(name)));

/**
 * The name as lists sort it: the family name without its particles first, as libraries do (`Goethe Johann Wolfgang von`). What is not
 * sure stays as it is written: names with initials at the end, and in Han, kana and Hangul.
 */
export const familyFirst = (name: string): string => {
  const [family = '', ...rest] = withoutAdditions(name).split(',');
  const written = family
    .trim()
    .split(/\s+/u)
    .filter((word) => !ADDITIONS.has(word.toLowerCase().replace('.', '')));
  const last = written.at(-1) ?? name;
  if (rest.length === 0 && (EAST_ASIAN.test(written.join('')) || isInitials(last, name))) return written.join(' ');
  const at = rest.length === 0 ? written.length - 1 : written.findIndex((word) => !isParticle(word));
  return [...written.slice(Math.max(0, at)), ...rest, ...written.slice(0, Math.max(0, at))].join(' ');
};

/** Two readings that do not contradict each other have one of these in common: a family name and the first letter of the given ones. */
export const keysOf = ({ family, given: [first = ''] }: Reading): readonly string[] =>
  spellingsOf(family).map((spelling) => `${spelling} ${firstLetter(first)}`);

const fitting = (name: string): readonly Reading[] => {
  const { straight, turned } = readingsOf(name);
  return [...straight, ...turned];
};

/** Names that fit each other have one of these in common. */
export const nameKeys = (name: string): ReadonlySet<string> => new Set(fitting(name).flatMap(keysOf));

/** The family names of all readings, each of one word, in all spellings. Names that fit each other have one in common. */
export const familiesOf = (name: string): ReadonlySet<string> =>
  new Set(fitting(name).flatMap(({ family }) => spellingsOf(family)));
