/** Parsing the input of a record's fields. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Kind } from '../../../../api/web/dashboard/publication/fields.ts';
import { readTyped, typedFrom, type Typed } from '../../../../api/web/dashboard/publication/typed.ts';
import type { Value } from '../../../../api/web/parts/editing/value.ts';
import { suite } from '../../../support/suite.ts';

const typed = suite("a field's input");
const text = (kind: Kind, given: string) => readTyped(kind, { of: 'text', text: given });
const date = (...dates: readonly (readonly [string, string, string])[]) =>
  readTyped('date', {
    of: 'date',
    dates: dates.map(([year, month, day]) => ({ year, month, day })),
    literal: '',
    rest: {},
  });

typed('is a date as precise as entered', () => {
  assert.deepEqual(date(['2021', '', '']), { value: { 'date-parts': [[2021]] } });
  assert.deepEqual(date(['2021', '3', '']), { value: { 'date-parts': [[2021, 3]] } });
  assert.deepEqual(date(['2020', '2', '29'], ['2020', '3', '1']), {
    value: {
      'date-parts': [
        [2020, 2, 29],
        [2020, 3, 1],
      ],
    },
  });
  assert.deepEqual(date(['', '', '']), { value: null });
});

typed('is an ISBN, or several, if the check digits are right', () => {
  for (const right of ['978-3-16-148410-0', '9783161484100, 0-306-40615-2'])
    assert.deepEqual(text('isbn', ` ${right} `), { value: right });
  for (const wrong of ['978-3-16-148410-1', '9783161484100, 0-306-40615-3'])
    assert.deepEqual(text('isbn', wrong), { problem: 'check_digit' });
  assert.deepEqual(text('isbn', 'the second volume'), { problem: 'bad_isbn' });
});

typed('is an ISSN, or several, if the check digits are right', () => {
  for (const right of ['0000-0019', '0000-0019, 1234-5679', '0000-0019 1234-5679'])
    assert.deepEqual(text('issn', right), { value: right });
  assert.deepEqual(text('issn', '0000-0019, 1234-5678'), { problem: 'check_digit' });
  assert.deepEqual(text('issn', '1234-567'), { problem: 'bad_issn' });
});

typed('is not a date if a part is missing, or it is not in the calendar', () => {
  for (const wrong of [
    ['', '3', ''],
    ['2021', '', '9'],
    ['2021', '13', ''],
    ['2021', '2', '29'],
    ['two', '', ''],
    ['24', '', ''],
    ['0000', '', ''],
  ] as const)
    assert.deepEqual(date(wrong), { problem: 'bad_date' }, wrong.join('-'));
});

typed('is not a range that ends before it begins; a partial date may be anywhere in its range', () => {
  for (const [first, last] of [
    [
      ['2017', '7', ''],
      ['1999', '', ''],
    ],
    [
      ['2020', '5', ''],
      ['2020', '4', '30'],
    ],
    [
      ['2020', '5', '2'],
      ['2020', '5', '1'],
    ],
  ] as const)
    assert.deepEqual(date(first, last), { problem: 'bad_range' }, `${first.join('-')} to ${last.join('-')}`);
  for (const [first, last] of [
    [
      ['2020', '5', ''],
      ['2020', '', ''],
    ],
    [
      ['2020', '', ''],
      ['2020', '5', '1'],
    ],
    [
      ['2020', '5', '1'],
      ['2020', '5', '1'],
    ],
    [
      ['2019', '12', '31'],
      ['2020', '1', ''],
    ],
  ] as const)
    assert.ok('value' in date(first, last), `${first.join('-')} to ${last.join('-')}`);
});

typed('is a year of the first century with four digits', () => {
  const early = { 'date-parts': [[24]] };
  assert.deepEqual(date(['0024', '', '']), { value: early });
  assert.deepEqual(readTyped('date', typedFrom('date', early)), { value: early });
});

typed('is a number, a list or an answer, as the field requires', () => {
  assert.deepEqual(text('decimal', '3,5'), { value: 3.5 });
  assert.deepEqual(text('whole', '1.5'), { problem: 'bad_number' });
  assert.deepEqual(text('list', ' one \n\ntwo'), { value: ['one', 'two'] });
  assert.deepEqual(text('keywords', 'a; b,c'), { value: 'a, b, c' });
  assert.deepEqual(text('flag', 'false'), { value: false });
  assert.deepEqual(text('text', '  '), { value: null });
  assert.deepEqual(text('type', ''), { problem: 'needs_type' });
});

typed('is empty if nothing is visible, and keeps invisible characters among visible ones', () => {
  for (const blank of ['\u{200b}', ' \u{200b}\u{feff}\u{2060} ', '\u{ad}', '\u{3164}', '\0']) {
    assert.deepEqual(text('markup', blank), { value: null }, JSON.stringify(blank));
    assert.deepEqual(text('list', `one\n${blank}`), { value: ['one'] });
    const name = { of: 'names', names: [{ key: 0, name: { family: blank }, orcid: '' }] } as const;
    assert.deepEqual(readTyped('names', name), { problem: 'nameless' });
  }
  assert.deepEqual(text('type', '\u{200b}'), { problem: 'needs_type' });
  for (const visible of ['می\u{200c}خواهم', '👩\u{200d}🔬', '\u{2800}', '–'])
    assert.deepEqual(text('markup', visible), { value: visible });
});

typed('is a list of names with their iDs, in any form of the iD, without empty parts', () => {
  const names = (name: Readonly<Record<string, string>>, orcid: string): Typed => ({
    of: 'names',
    names: [{ key: 0, name, orcid }],
  });
  assert.deepEqual(
    readTyped('names', names({ family: 'Carberry', given: ' ' }, 'https://orcid.org/0000-0002-1825-0097')),
    {
      value: [{ family: 'Carberry', ORCID: 'https://orcid.org/0000-0002-1825-0097' }],
    },
  );
  assert.deepEqual(readTyped('names', names({ family: 'Carberry' }, '0000-0002-1825-0098')), {
    problem: 'check_digit',
  });
  assert.deepEqual(readTyped('names', names({ family: '', given: '' }, '')), { problem: 'nameless' });
});

const part = fc.integer({ min: 1, max: 9_999 });
const word = fc.stringMatching(/^[a-z<&]{1,8}$/u);
const values: fc.Arbitrary<readonly [Kind, Value]> = fc.oneof(
  fc
    .tuple(part, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 3 }))
    .map(
      ([year, month, day, precision]) => ['date', { 'date-parts': [[year, month, day].slice(0, precision)] }] as const,
    ),
  fc
    .array(fc.record({ family: word, given: word }, { noNullPrototype: true }), { minLength: 1 })
    .map((names) => ['names', names] as const),
  word.map((given) => ['markup', given] as const),
  fc.array(word, { minLength: 1 }).map((list) => ['list', list] as const),
  fc.boolean().map((flag) => ['flag', flag] as const),
);

typed('is the initial value as long as nothing is typed', () =>
  fc.assert(
    fc.property(values, ([kind, value]) => {
      assert.deepEqual(readTyped(kind, typedFrom(kind, value)), { value });
    }),
  ),
);
