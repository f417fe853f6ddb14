/** Dates of any precision, from people and from providers. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { firstDayOf, isInCalendar, parsePartialDate, partialDateOf, yearOf } from '../../domain/partial-date.ts';
import { refusedWith, throwsNothingButRefusals } from '../support/refused.ts';
import { suite } from '../support/suite.ts';

const date = suite('a partial date');
for (const written of ['2021', '2021-03', '2021-03-09', '2024-02-29', '0999'])
  date(`may be ${written}`, () => assert.equal(parsePartialDate(` ${written} `), written));
for (const wrong of ['', '21', '2021-3', '2021-13', '2021-00', '2023-02-29', '1900-02-29', '2021-03-09T00:00', '0000'])
  date(`is not ${JSON.stringify(wrong)}`, () => refusedWith('invalid', 'invalid_date', () => parsePartialDate(wrong)));

date('sorts as its first day', () => {
  assert.deepEqual(['2021', '2021-03', '2021-03-09'].map(firstDayOf), ['2021-01-01', '2021-03-01', '2021-03-09']);
  assert.equal(yearOf('2021-03'), 2021);
});

const days = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const precise = fc.tuple(days, fc.constantFrom(4, 7, 10)).map(([day, length]) => day.toISOString().slice(0, length));
date('is the same when read again, or sent as CSL', () =>
  fc.assert(
    fc.property(precise, (text) => {
      assert.equal(parsePartialDate(text), text);
      assert.equal(partialDateOf({ 'date-parts': [text.split('-').map(Number)] }), text);
    }),
  ),
);
date('is a refusal or a date for any input', () =>
  throwsNothingButRefusals(
    fc.oneof(fc.string(), fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/u)),
    (parsed) => /^\d{4}(?:-\d{2}){0,2}$/u.test(parsed),
    parsePartialDate,
  ),
);

const sent = suite('a date that a provider sent');
for (const [parts, kept] of [
  [[[2021, 13]], '2021'],
  [[[2021, 2, 30]], '2021-02'],
  [[['2021', '3']], '2021-03'],
  [[[null]], null],
  [[[2021.5]], null],
  [[], null],
  [[[0]], null],
  [[[2021, 0, 9]], '2021'],
  [
    [
      [2020, 1],
      [2021, 2],
    ],
    '2020-01',
  ],
] as const)
  sent(`keeps the valid parts of ${JSON.stringify(parts)}`, () =>
    assert.equal(partialDateOf({ 'date-parts': parts as never }), kept),
  );
const entered = suite('a CSL date');
for (const parts of [[2020, 12], ['2020', '12', '31'], ['0999'], [-44, 3], ['-44', '3']])
  entered(`may be ${JSON.stringify(parts)}`, () => assert.ok(isInCalendar(parts)));
for (const parts of [['02020', '12'], ['2e3', '1e0'], [' 2020 ', '0x2'], ['2020', ''], ['', 1], [2020.5], [2020, -1]])
  entered(`is not ${JSON.stringify(parts)}, which listings cannot read`, () => assert.ok(!isInCalendar(parts)));

sent('never throws', () =>
  fc.assert(fc.property(fc.anything(), (parts) => void partialDateOf({ 'date-parts': parts as never }))),
);
