/** Invented papers and people, with the size and shape of provider data. */
import { orcidAddress } from '../../../domain/orcid.ts';
import type { CslItem, CslName } from '../../../domain/csl.ts';
import type { Random } from './random.ts';

const SYLLABLES = [
  'ba',
  'ce',
  'dor',
  'el',
  'fi',
  'gun',
  'hal',
  'ir',
  'jo',
  'kem',
  'lu',
  'mar',
  'nö',
  'or',
  'pé',
  'qui',
  'ras',
  'su',
  'tam',
  'ul',
  'vi',
  'wen',
  'xi',
  'ys',
  'zo',
] as const;
const TYPES = [
  'article-journal',
  'article-journal',
  'article-journal',
  'paper-conference',
  'chapter',
  'dataset',
] as const;
/** Words of a vocabulary, so that search terms repeat as they do in real titles. */
const VOCABULARY = 4_000;
const FIRST_YEAR = 1990;

const wordOf = (index: number): string => {
  let word = '';
  for (let rest = index + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length] ?? '';
  return word;
};
const WORDS = Array.from({ length: VOCABULARY }, (_, index) => wordOf(index));

/** Frequent words are frequent: the square of a random number favours the start of the vocabulary. */
const word = ({ next }: Random): string => WORDS[Math.floor(next() ** 2 * VOCABULARY)] ?? '';
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const words = (random: Random, count: number): string => Array.from({ length: count }, () => word(random)).join(' ');

export const inventedName = (random: Random): CslName => ({
  given: capital(word(random)),
  family: capital(word(random)),
});

/** The index-th iD: a valid check digit, in a range that ORCID does not issue from. */
export const inventedOrcid = (index: number): string => {
  const base = `0000900${String(index).padStart(8, '0')}`;
  const total = [...base].reduce((sum, digit) => (sum + Number(digit)) * 2, 0);
  const check = (12 - (total % 11)) % 11;
  return `${base}${check === 10 ? 'X' : check}`.replace(/(.{4})(?=.)/g, '$1-');
};

export const inventedDoi = (index: number): string => `10.5555/invented.${String(index).padStart(7, '0')}`;

/** About 1.5 KB of CSL. `orcids` are the authors whose iD the metadata name; others are co-authors. */
export const inventedPaper = (random: Random, index: number, orcids: readonly string[]): CslItem => {
  const { between, pick } = random;
  const authors = Array.from({ length: orcids.length + between(1, 5) }, () => inventedName(random));
  const doi = inventedDoi(index);
  const page = between(1, 900);
  return {
    type: pick(TYPES),
    title: capital(words(random, between(6, 16))),
    author: authors.map((name, place) => {
      const orcid = orcids[place] ?? null;
      return orcid === null ? name : { ...name, ORCID: orcidAddress(orcid) };
    }),
    issued: { 'date-parts': [[FIRST_YEAR + between(0, 35), between(1, 12), between(1, 28)]] },
    'container-title': `Annals of ${capital(words(random, between(2, 4)))}`,
    publisher: `${capital(word(random))} Press`,
    volume: String(between(1, 120)),
    issue: String(between(1, 12)),
    page: `${page}-${page + between(3, 30)}`,
    ISSN: [`${between(1000, 9999)}-${between(1000, 9999)}`],
    DOI: doi,
    URL: `https://doi.org/${doi}`,
    language: 'en',
    abstract: capital(words(random, between(60, 120))),
  };
};
