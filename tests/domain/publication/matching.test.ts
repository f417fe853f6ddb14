/** Matching finds what comparing every author with every person would, with far fewer comparisons. */
import { orcidAddress } from '../../../domain/orcid.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CslItem } from '../../../domain/csl.ts';
import { MATCHING } from '../../../domain/limits.ts';
import { nameIndex } from '../../../domain/name-index.ts';
import { contradicts, evidentlyFits, nameFits } from '../../../domain/person-name.ts';
import { authorsOf } from '../../../domain/publication/authors.ts';
import type { LinkBasis } from '../../../domain/publication/events.ts';
import { matchAuthors, type Candidate } from '../../../domain/publication/matching.ts';
import { NO_MATCH } from '../../../domain/publication/state.ts';
import { suite } from '../../support/suite.ts';
import { CARBERRY } from './samples.ts';

const index = suite('an index of names');
const word = fc.constantFrom(
  'Ada',
  'A',
  'Jean',
  'Pierre',
  'Jeanpierre',
  'J',
  'JP',
  'Li',
  'Xiu',
  'de',
  'Müller',
  'Mueller',
  'Öd',
  'Oed',
  'O’Brien',
  'PhD',
  '李',
  '明',
  '李明',
);
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
const name = fc.oneof(
  words,
  fc.tuple(words, words).map(([family, given]) => `${family}, ${given}`),
);

index('finds the names that fit, and no others', () =>
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), name, fc.boolean(), (names, sought, isEvident) => {
      const found = nameIndex(names).find(sought, isEvident);
      const fits = isEvident ? evidentlyFits : nameFits;
      const fitting = names.flatMap((each, place) => (fits(each, sought) ? [place] : []));
      assert.deepEqual(
        [...found.places].sort((a, b) => a - b),
        fitting,
      );
    }),
    { numRuns: 3_000 },
  ),
);
index('compares a name with few of many others', () => {
  const names = Array.from({ length: 6_000 }, (_, n) => `Family${n % 500}, Given${n}`);
  const all = nameIndex(names);
  for (const each of names) assert.ok(all.find(each).places.size > 0);
  assert.ok(all.compared <= names.length * 2, `${all.compared} comparisons`);
});
index('bounds the comparisons of a name similar to all others, and reports it', () => {
  const names = Array.from({ length: 6_000 }, (_, n) => `Wang, W. X${n}`);
  const all = nameIndex(names);
  const { passedOver } = all.find('Wang, W. Y');
  assert.ok(passedOver);
  assert.ok(all.compared <= MATCHING.comparisonsPerName);
});
index('ignores words beyond the longest known name', () => {
  const endless = Array.from({ length: 5_000 }, (_, n) => `w${n}`).join(' ');
  assert.ok(!nameFits(endless, endless));
  const all = nameIndex(Array.from({ length: 100 }, () => endless));
  assert.equal(all.find(endless).places.size, 0);
  assert.equal(all.compared, 0);
});

const matching = suite('matching authors');
const item = {
  type: 'article',
  author: [
    { family: 'Lovelace', given: 'Ada' },
    { family: 'Lovelace', given: 'A.' },
    { family: 'Babbage', given: 'C.' },
  ],
};
/** One author has an iD. */
const withIdAt = (at: number) => ({
  ...item,
  author: item.author.map((name, place) => (place === at ? { ...name, ORCID: orcidAddress(CARBERRY) } : name)),
});
const none = { links: {}, unlinked: {}, listed: [], match: NO_MATCH };
const ADA = '0000-0001-5109-3700';

matching('suggests a person for the first author who is not identified as another', () => {
  const ada = { orcid: ADA, names: ['Ada Lovelace'] };
  assert.deepEqual(matchAuthors(authorsOf(item), none, { people: [ada] }).suggested, [{ orcid: ADA, author: 0 }]);
  const named = withIdAt(0);
  assert.deepEqual(matchAuthors(authorsOf(named), none, { people: [ada] }).suggested, [{ orcid: ADA, author: 1 }]);
  const linked = { ...none, links: { [CARBERRY]: 'staff' as const } };
  const other = { orcid: CARBERRY, names: ['Ada Lovelace'] };
  assert.deepEqual(matchAuthors(authorsOf(item), linked, { people: [ada, other] }).suggested, []);
});
matching('suggests a person for an entry of any list of names', () => {
  const book = authorsOf({ type: 'book', author: [{ family: 'Babbage', given: 'C.' }], translator: item.author });
  const people = [{ orcid: ADA, names: ['Ada Lovelace'] }];
  assert.deepEqual(matchAuthors(book, none, { people }).suggested, [{ orcid: ADA, author: 0, role: 'translator' }]);
});
matching('says which lists name those who are linked, unless only that of the authors does', () => {
  const editor = [{ family: 'Lovelace', given: 'Ada' }];
  const [ada, links] = [{ orcid: ADA, names: ['Ada Lovelace'] }, { [ADA]: 'orcid_list' as const }];
  const matched = (record: CslItem, ...people: readonly Candidate[]) =>
    matchAuthors(authorsOf(record), { ...none, links }, { people });
  assert.deepEqual(matched({ type: 'book', editor }, ada), { ...NO_MATCH, roles: { [ADA]: ['editor'] } });
  assert.deepEqual(matched({ ...item, editor }, ada).roles, { [ADA]: ['author', 'editor'] });
  assert.deepEqual(matched(item, ada), NO_MATCH);
  const byId = [{ literal: 'A. L.', ORCID: orcidAddress(ADA) }];
  assert.deepEqual(matched({ type: 'book', chair: byId }).roles, { [ADA]: ['chair'] });
});
matching('names people who are linked but not listed, unless too many names are similar', () => {
  const linked = { ...none, links: { [ADA]: 'openalex_list' as const } };
  assert.deepEqual(
    matchAuthors(authorsOf(item), linked, { people: [{ orcid: ADA, names: ['Grace Hopper'] }] }).strays,
    [ADA],
  );
  assert.deepEqual(
    matchAuthors(authorsOf(item), linked, { people: [{ orcid: ADA, names: ['Ada Lovelace'] }] }).strays,
    [],
  );
  const crowd = {
    type: 'article',
    author: Array.from({ length: 2_000 }, (_, n) => ({ family: 'Wang', given: `W. X${n}` })),
  };
  assert.deepEqual(
    matchAuthors(authorsOf(crowd), linked, { people: [{ orcid: ADA, names: ['Wang, W. Y'] }] }).strays,
    [],
  );
});

matching('says nothing of people who are linked to a record without a list of authors', () => {
  const linked = { ...none, links: { [ADA]: 'orcid_list' as const } };
  const people = [{ orcid: ADA, names: ['Ada Lovelace'] }];
  const editor = [{ family: 'Hopper', given: 'Grace' }];
  assert.deepEqual(matchAuthors(authorsOf({ type: 'book', editor }), linked, { people }).strays, []);
  assert.deepEqual(matchAuthors(authorsOf({ type: 'book', editor, author: editor }), linked, { people }).strays, [ADA]);
});

matching('doubts an iD on an entry with a name of someone else, or on two entries of a list', () => {
  const ORCID = orcidAddress(ADA);
  const doubtsAbout = (record: Partial<CslItem>, ...names: readonly string[]) => {
    const people = names.length === 0 ? [] : [{ orcid: ADA, names }];
    const links = { [ADA]: 'metadata' as const };
    return matchAuthors(authorsOf({ type: 'book', ...record }), { ...none, links }, { people }).doubts;
  };
  const bob = { author: [{ family: 'Brown', given: 'Bob', ORCID }] };
  const names = ['Brown, Bob'];
  assert.deepEqual(doubtsAbout(bob, 'Ada Lovelace', 'Ada Byron'), [{ orcid: ADA, reason: 'other_name', names }]);
  assert.deepEqual(doubtsAbout(bob, 'Ada Lovelace', 'B. Brown'), undefined);
  assert.deepEqual(doubtsAbout(bob), undefined);
  const editor = [{ family: 'Lovelace', given: 'Ada', ORCID }];
  const twice = { author: [...editor, { family: 'Babbage', given: 'C.', ORCID }] };
  const both = ['Lovelace, Ada', 'Babbage, C.'];
  assert.deepEqual(doubtsAbout(twice, 'Ada Lovelace'), [{ orcid: ADA, reason: 'named_twice', names: both }]);
  assert.deepEqual(doubtsAbout({ author: editor, editor }, 'Ada Lovelace'), undefined);
});
matching('does not doubt an iD on a name that says too little to be of someone else', () => {
  for (const [literal, own] of [
    ['Lovelace', 'Ada Lovelace'],
    ['Augusta Ada King', 'Ada King'],
    ['李明', 'Ming Li'],
    ['Suharto H. M.', 'Suharto'],
    ['J. Smith', 'Mary Jane Smith'],
  ] as const)
    assert.ok(!contradicts(literal, own), literal);
  for (const [literal, own] of [
    ['Smith, J.', 'Smith, Mary'],
    ['Jane Jones', 'Jane Smith'],
    ['The Analytical Society', 'Ada Lovelace'],
  ] as const)
    assert.ok(contradicts(literal, own), literal);
});
matching('finds no one missing from a record that names no one', () => {
  const links = { [ADA]: 'orcid_list' as const };
  const people = [{ orcid: ADA, names: ['Ada Lovelace'] }];
  assert.deepEqual(matchAuthors(authorsOf({ type: 'book' }), { ...none, links }, { people }), NO_MATCH);
});

matching('finds someone with a name of one word if they are linked, and does not suggest them', () => {
  const record = authorsOf({ type: 'article', author: [{ family: 'Suharto' }] });
  const people = [{ orcid: ADA, names: ['Suharto'] }];
  for (const basis of ['orcid_list', 'openalex_list'] as const)
    assert.deepEqual(matchAuthors(record, { ...none, links: { [ADA]: basis } }, { people }), NO_MATCH);
  assert.deepEqual(matchAuthors(record, none, { people }), NO_MATCH);
});

matching('finds archived people among the authors if they are linked, and no longer suggests them', () => {
  const people = [
    { orcid: ADA, names: ['Ada Lovelace'], isArchived: true },
    { orcid: CARBERRY, names: ['A. Lovelace'] },
  ];
  const author = [{ family: 'Lovelace', given: 'Ada' }];
  const matched = (links: Record<string, LinkBasis>) =>
    matchAuthors(authorsOf({ type: 'article', author }), { ...none, links }, { people });
  assert.deepEqual(matched({ [ADA]: 'orcid_list' }), NO_MATCH);
  assert.deepEqual(matched({}).suggested, [{ orcid: CARBERRY, author: 0 }]);
});

matching('names a linked person whose name has another iD, unless staff or their own list disagree', () => {
  const people = [{ orcid: ADA, names: ['Babbage, C.'] }];
  const named = withIdAt(2);
  const straysBy = (basis: LinkBasis) =>
    matchAuthors(authorsOf(named), { ...none, links: { [ADA]: basis } }, { people }).strays;
  assert.deepEqual([straysBy('metadata'), straysBy('openalex_list')], [[ADA], [ADA]]);
  assert.deepEqual([straysBy('orcid_list'), straysBy('staff')], [[], []]);
});
