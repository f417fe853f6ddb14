/** Whoever has a name that fits an author's is found from either side: the author's publication, or the person. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CslName } from '../../../domain/csl.ts';
import { familiesOf, nameFits } from '../../../domain/person-name.ts';
import { listedName } from '../../../domain/publication/authors.ts';
import type { Present } from '../../../domain/publication/state.ts';
import { soughtTerms } from '../../../domain/search-terms.ts';
import { authorTerm, authorTerms } from '../../../projections/catalogue/publications.ts';
import { peopleByName } from '../../../workers/matching/people.ts';
import { suite } from '../../support/suite.ts';

const ADA = '0000-0001-5109-3700';
const NOT_LINKED = { links: {}, unlinked: {}, listed: [] } as unknown as Present;

const latin = fc.constantFrom(
  ...[
    'El-Hadary',
    'Elhadary',
    'el',
    'Samira',
    'S.',
    'SA',
    'van',
    'der',
    'Vander',
    'Berg',
    'Müller',
    'Mueller',
    'Muller',
  ],
  ...['O’Brien', 'OBrien', 'Jean-Pierre', 'Jeanpierre', 'J', 'Md', 'PhD', 'Öd', 'Oed'],
);
const eastAsian = fc.constantFrom(
  '山田',
  '太郎',
  '山田太郎',
  '林',
  '김',
  '철수',
  '김철수',
  'ジョン・スミス',
  'ジョン',
  'スミス',
);
const words = (word: fc.Arbitrary<string>) =>
  fc.array(word, { minLength: 1, maxLength: 2 }).map((all) => all.join(' '));
const parts = fc.oneof(fc.tuple(words(latin), words(latin)), fc.tuple(eastAsian, eastAsian));

const SPELLINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.replaceAll('ü', 'ue').replaceAll('Ö', 'Oe'),
  (text) => text.replaceAll('ü', 'u').replaceAll('Ö', 'O'),
  (text) => text.replaceAll(/[’-]/gu, ''),
  (text) => text.replaceAll(/[ -]/gu, ''),
];
const spelt = (text: string) => fc.constantFrom(...SPELLINGS).map((spell) => spell(text));

/** One name as a record may list it. */
const listed = ([family, given]: readonly [string, string]): fc.Arbitrary<CslName> =>
  fc
    .tuple(spelt(family), fc.oneof(spelt(given), fc.constant(`${given[0]}.`)))
    .chain(([one, other]) =>
      fc.constantFrom<CslName>(
        { family: one, given: other },
        { literal: `${one} ${other}` },
        { literal: `${other} ${one}` },
        { literal: `${one}${other}` },
        { 'non-dropping-particle': 'van', family: one, given: other },
      ),
    );

/** A name that a record lists, and that of a person: often the same in another form, since few of any two fit. */
const pairs = fc
  .tuple(parts, parts)
  .chain(([one, other]) => fc.tuple(listed(one), fc.oneof(listed(one), listed(one), listed(other)).map(listedName)));

const finding = suite('everyone whose name fits an author');

const holdsWhereNamesFit = (holds: (author: CslName, person: string) => boolean): void =>
  fc.assert(
    fc.property(pairs, ([author, person]) => {
      if (nameFits(listedName(author), person)) assert.ok(holds(author, person), JSON.stringify([author, person]));
    }),
    { numRuns: 3_000 },
  );

finding('is found from the publication', () =>
  holdsWhereNamesFit((author, name) => {
    const people = peopleByName();
    people.put({ workspace: 'org', orcid: ADA, names: ['Grace Hopper', name], status: 'none' });
    return people.near('org', { type: 'article', author: [author] }, NOT_LINKED).people.length === 1;
  }),
);

finding('finds the publication', () =>
  holdsWhereNamesFit((author, name) => {
    const terms = authorTerms([{ family: 'Hopper', given: 'Grace' }, author]);
    return [...familiesOf(name)].some((family) =>
      soughtTerms(family).every((sought) => terms.some((term) => term.startsWith(authorTerm(sought)))),
    );
  }),
);

finding('is no longer found when removed', () => {
  const people = peopleByName();
  const near = () => people.near('org', { type: 'article', author: [{ literal: 'S. El-Hadary' }] }, NOT_LINKED).people;
  people.put({ workspace: 'org', orcid: ADA, names: ['Samira Elhadary'], status: 'none' });
  assert.equal(near().length, 1);
  people.remove('org', ADA);
  assert.equal(near().length, 0);
});
