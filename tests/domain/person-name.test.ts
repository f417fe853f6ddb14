/** Which listed author names may be a person's. All names are invented. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TEXT } from '../../domain/limits.ts';
import { evidentlyFits, familyFirst, nameFits } from '../../domain/person-name.ts';
import { heapGrowth } from '../support/heap.ts';
import { suite } from '../support/suite.ts';

const fits = suite('a listed name fits');
for (const [listed, person] of [
  ['Carberry, J.', 'Josiah Carberry'],
  ['Carberry, J. S.', 'Josiah Carberry'],
  ['CARBERRY JOSIAH', 'Josiah Carberry'],
  ['Carberry JS', 'Josiah Stinkney Carberry'],
  ['JS Carberry', 'Josiah Stinkney Carberry'],
  ['Carberry, Josiah, Jr.', 'Josiah Carberry'],
  ['Wen Xiu', 'Xiu Wen'],
  ['LI Xiu', 'Xiu Li'],
  ['Li, Xiao-Xiu', 'Xiaoxiu Li'],
  ['Häberle, J.-P.', 'Jean-Pierre Haberle'],
  ['van der Pot, A', 'Anna van der Pot'],
  ['Pot, Anna van der', 'A. van der Pot'],
  ['Pot, V.', 'Van Pot'],
  ['O’Clay, Mary', "Mary O'Clay"],
  ['Torres Vasija, Inés', 'Ines Torres Vasija'],
  ['Alfakhar, S.', 'Samira Al-Fakhar'],
  ['Samira Al Fakhar', 'Samira Alfakhar'],
  ['Vandenpot, Anna', 'Anna van den Pot'],
  ['Carberry, J.', 'Josiah Carberry, PhD'],
  ['Carberry, J., Jr.', 'Josiah S. Carberry, M.D., Ph.D.'],
  ['Josiah Carberry, MD, MSc', 'Josiah Carberry'],
  ['Josiah Carberry MSc FRCP', 'Josiah Carberry'],
  ['JOSIAH CARBERRY, JR.', 'Josiah Carberry III'],
  ['Torres Vasija, MD', 'María Dolores Torres Vasija'],
  ['Carberry, MD', 'M. D. Carberry'],
  ['Kumar, M. N.', 'Md. Nazim Kumar'],
  ['Kumar, N.', 'Md. Nazim Kumar'],
  ['MD NAZIM KUMAR', 'Mohammad Nazim Kumar'],
  ['Kumar, Md', 'Md Kumar'],
  ['Gruenwaldz, Bjoern', 'Björn Grünwaldz'],
  ['B Grunwaldz', 'Björn Grünwaldz'],
  ['Gruenwaldz, Bjorn', 'Bjo\u0308rn Gru\u0308nwaldz'],
  ['Björn Grünwaldz', 'Bjoern Gruenwaldz'],
  ['Bjorn Grunwaldz', 'Bjoern Gruenwaldz'],
  ['Sørensen, Å.', 'Aase Soerensen'],
  ['Soerensen, A.', 'Åse Sørensen'],
  ['Weiss, Ö.', 'Özlem Weiß'],
  ['OClay, Mary', 'Mary O´Clay'],
  ['Mary O Clay', "Mary O'Clay"],
  ['山田 太郎', '太郎 山田'],
  ['山田太郎', '太郎 山田'],
  ['山田, 太郎', '山田太郎'],
  ['林, 太郎', '太郎 林'],
  ['李明', '明 李'],
  ['やまだ たろう', 'たろうやまだ'],
  ['スミス, ジョン', 'ジョン・スミス'],
  ['김, 철수', '김철수'],
  ['철수 김', '김 철수'],
  ['남궁 민 수', '남궁민수'],
] as const)
  fits(`${person} when it is ${listed}`, () => assert.ok(nameFits(listed, person)));

const not = suite('a listed name does not fit');
for (const [listed, person] of [
  ['Carberry', 'Josiah Carberry'],
  ['Carberry, K.', 'Josiah Carberry'],
  ['Josiah Carbery', 'Josiah Carberry'],
  ['Josiah Amos Carberry', 'Josiah Bert Carberry'],
  ['Amos Josiah Carberry', 'Josiah Carberry'],
  ['Josiah Paul', 'Josiah Paul Carberry'],
  ['J. Carberry', 'C. Josiah'],
  ['Alfakhar, S.', 'Samira Fakhar'],
  ['Josiah M. Vasija', 'Mary Josiah'],
  ['Carberry, PhD', 'Josiah Carberry'],
  ['Carberry, MD', 'Josiah Carberry'],
  ['Torres Vasija, J.R.', 'Torres Vasija'],
  ['Ivanov, I.V.', 'Petr Ivanov'],
  ['Kumar, K. N.', 'Md. Nazim Kumar'],
  ['', 'Josiah Carberry'],
  ['…', '…'],
  ['Suen, W.', 'Wei Sun'],
  ['Michal Clay', 'Michael Clay'],
  ['Xue, Wei', 'Wei Xu'],
  ['Mary K. Clay', 'Mary Kclay'],
  ['Choe, J.', 'Jin Cho'],
  ['Haas, A.', 'Anna Has'],
  ['Monroe, A.', 'Anna Monro'],
  ['Müller, A.', 'Anna Möller'],
  ['山田', '山田 太郎'],
  ['太郎', '山田 太郎'],
  ['山田 次郎', '山田 太郎'],
  ['林', '林'],
  ['김', '김'],
  ['Taro 山田太郎', '山田太郎'],
  ['Suharto', 'Suharto'],
] as const)
  not(`${person} when it is ${JSON.stringify(listed)}`, () => assert.ok(!nameFits(listed, person)));

const evident = suite('a name of one word');
evident('fits itself, but only with evidence', () => {
  for (const [listed, person] of [
    ['Suharto', 'SUHARTO'],
    ['Goenawan', 'Gönawan'],
    ['林', '林'],
    ['Carberry, J.', 'Josiah Carberry'],
  ] as const)
    assert.ok(evidentlyFits(listed, person), listed);
  for (const [listed, person] of [
    ['Carberry', 'Josiah Carberry'],
    ['Suharto', 'Suharti'],
    ['S', 'S'],
    ['', ''],
  ] as const)
    assert.ok(!evidentlyFits(listed, person), listed);
});

const anyName = suite('any two names');
const word = fc.stringMatching(/^[A-Z][a-zé]{1,8}$/u);
const name = fc.oneof(
  fc.array(word, { minLength: 2, maxLength: 4 }).map((words) => words.join(' ')),
  fc.tuple(word, word).map(([family, given]) => `${family}, ${given}`),
  fc.string({ unit: 'grapheme' }),
);
anyName('fit in one direction if they fit in the other', () =>
  fc.assert(fc.property(name, name, (a, b) => assert.equal(nameFits(a, b), nameFits(b, a)))),
);
anyName('fit when they differ only in order, case and abbreviation', () =>
  fc.assert(
    fc.property(word, word, (given, family) => {
      const person = `${given} ${family}`;
      assert.ok(nameFits(`${family}, ${given[0]}.`, person) && nameFits(person.toUpperCase(), person), person);
    }),
  ),
);

const long = suite('a name of many words');
const ofWords = (count: number): string => Array.from({ length: count }, (_, n) => `w${n.toString(36)}`).join(' ');

long('is compared up to the limit, and fits no one beyond it', () => {
  const [most, more] = [ofWords(TEXT.nameWords), ofWords(TEXT.nameWords + 1)];
  assert.ok(nameFits(most, most));
  assert.ok(!nameFits(more, more));
  const letters = 'x'.repeat(TEXT.nameCharacters);
  assert.ok(!nameFits(`${letters}, A`, `A ${letters}`));
});

long('uses no more memory than a short one', () => {
  const [huge, other] = [ofWords(8_000), `${ofWords(8_000)} x`];
  const growth = heapGrowth(() => {
    for (let times = 0; times < 50; times += 1) nameFits(huge, other);
  });
  assert.ok(growth < 2_000_000, `${growth} bytes`);
});

const sorted = suite('a list of people sorts');
for (const [name, key] of [
  ['Josiah S. Carberry', 'Carberry Josiah S.'],
  ['Carberry, Josiah', 'Carberry Josiah'],
  ['Jan van den Berg', 'Berg Jan van den'],
  ['van den Berg, Jan', 'Berg Jan van den'],
  ['Dr. Ada Müller, PhD', 'Müller Ada'],
  ['Josiah Carberry Jr.', 'Carberry Josiah'],
  ['Carberry J. S.', 'Carberry J. S.'],
  ['Carberry JS', 'Carberry JS'],
  ['ADA LI', 'LI ADA'],
  ['山田 太郎', '山田 太郎'],
  ['山田太郎', '山田太郎'],
  ['Йосия Карберри', 'Карберри Йосия'],
  ['Ada', 'Ada'],
] as const)
  sorted(`${name} by ${key}`, () => assert.equal(familyFirst(name).replaceAll(/\s+/gu, ' '), key));
