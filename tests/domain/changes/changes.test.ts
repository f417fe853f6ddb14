/** The changes between two records: few, in order, and sufficient to turn one into the other. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withChanges } from '../../../domain/changes/apply.ts';
import { changesBetween } from '../../../domain/changes/between.ts';
import { fieldsTouched, pointerTo, tokensOf, type Fields } from '../../../domain/changes/change.ts';
import { fitting } from '../../../domain/changes/fit.ts';
import { equal } from '../../../domain/equal.ts';
import type { Json } from '../../../domain/json.ts';
import { jsonBytes } from '../../../domain/limits.ts';
import { suite } from '../../support/suite.ts';

const changes = suite('changes of a record');
const authors = (count: number): readonly Json[] =>
  Array.from({ length: count }, (_, n) => ({ family: `Family-${n}`, given: `Given-${n}` }));
const list = (...entries: readonly Json[]): Fields => ({ author: entries });

changes('name a field', () =>
  assert.deepEqual(changesBetween({ title: 'a', volume: '1' }, { title: 'b', issue: '2' }), [
    { path: '/title', before: 'a', after: 'b' },
    { path: '/volume', before: '1' },
    { path: '/issue', after: '2' },
  ]),
);
changes('name the list entry that differs', () =>
  assert.deepEqual(changesBetween(list('a', 'b', 'c', 'd', 'e'), list('a', 'b', 'C', 'd', 'e')), [
    { path: '/author/2', before: 'c', after: 'C' },
  ]),
);
changes('insert and remove entries in place, even if entries far away change too', () => {
  const [a, b, c, d, e, f] = authors(6) as [Json, Json, Json, Json, Json, Json];
  assert.deepEqual(changesBetween(list(a, b, c, d, e, f), list('x', a, b, d, e, 'F')), [
    { path: '/author/0', after: 'x' },
    { path: '/author/3', before: c },
    { path: '/author/5', before: f, after: 'F' },
  ]);
});
changes('name a key of custom, and an entry of a list in it', () =>
  assert.deepEqual(
    changesBetween(
      { custom: { source: 'x', marks: [null, null, null, null] } },
      { custom: { source: 'x', marks: [null, null, 'id', null], 'a/b': 1 } },
    ),
    [
      { path: '/custom/marks/2', before: null, after: 'id' },
      { path: '/custom/a~1b', after: 1 },
    ],
  ),
);
changes('replace a date as a whole', () =>
  assert.deepEqual(changesBetween({ issued: { 'date-parts': [[2021]] } }, { issued: { 'date-parts': [[2021, 3]] } }), [
    { path: '/issued', before: { 'date-parts': [[2021]] }, after: { 'date-parts': [[2021, 3]] } },
  ]),
);
changes('quote a list as a whole where that is shorter', () =>
  assert.deepEqual(changesBetween(list('a', 'b', 'c', 'd'), list('w', 'x', 'y', 'z')), [
    { path: '/author', before: ['a', 'b', 'c', 'd'], after: ['w', 'x', 'y', 'z'] },
  ]),
);

changes('of one author among thousands stay small while others are added and removed', () => {
  const before = authors(15_000);
  const after = [
    { family: 'New', given: 'First' },
    ...before.slice(0, 7_000),
    ...before.slice(7_001, 14_999),
    { family: 'Last' },
  ];
  const found = changesBetween({ author: before }, { author: after });
  assert.equal(found.length, 3);
  assert.ok(jsonBytes(found) < 400);
  assert.deepEqual(withChanges({ author: before }, found), { author: after });
});

const name = fc.constantFrom('title', 'author', 'custom', 'a/b', '~', '__proto__', 'constructor', '0', '');
const leaf = fc.constantFrom<Json>(null, 0, 1, '', 'a', 'b', true);
const entries = fc.array(fc.oneof(leaf, fc.record({ family: leaf })), { maxLength: 12 });
const keyed = fc.dictionary(name, fc.oneof(leaf, entries), { maxKeys: 4 });
const record = fc.dictionary(name, fc.oneof(leaf, entries, keyed), { maxKeys: 5 }) as fc.Arbitrary<Fields>;

changes('turn one record into any other', () =>
  fc.assert(
    fc.property(record, record, (before, after) => {
      const between = changesBetween(before, after);
      const made = withChanges(before, between);
      assert.ok(equal(made, after), JSON.stringify({ between, made }));
      assert.equal(between.length === 0, equal(before, after));
    }),
    { numRuns: 2_000 },
  ),
);
changes('revert what they did when applied in reverse', () =>
  fc.assert(
    fc.property(record, record, (before, after) => {
      const back = changesBetween(before, after)
        .toReversed()
        .map(({ path, before: was, after: is }) => ({
          path,
          ...(is === undefined ? {} : { before: is }),
          ...(was === undefined ? {} : { after: was }),
        }));
      assert.ok(equal(withChanges(after, back), before));
    }),
  ),
);
changes('never throw, whatever they are applied to', () =>
  fc.assert(
    fc.property(record, record, record, (before, after, other) => {
      assert.equal(typeof withChanges(other, changesBetween(before, after)), 'object');
    }),
  ),
);
changes('fit a limit by omitting the old values, and lead to the same record', () =>
  fc.assert(
    fc.property(record, record, fc.integer({ min: 0, max: 400 }), (before, after, room) => {
      const between = changesBetween(before, after);
      const fitted = fitting(between, room);
      assert.deepEqual(withChanges(before, fitted), withChanges(before, between));
      assert.deepEqual(fieldsTouched(fitted), fieldsTouched(between));
      const least = between.map(({ path, after: is }) => ({ path, ...(is === undefined ? {} : { after: is }) }));
      // The placeholder for an omitted value is a key and a number.
      assert.ok(jsonBytes(fitted) <= Math.max(room, jsonBytes(least) + between.length * 32));
    }),
  ),
);
changes('state the size of what they omit', () =>
  assert.deepEqual(fitting([{ path: '/abstract', before: 'x'.repeat(998), after: 'y' }], 100), [
    { path: '/abstract', after: 'y', beforeBytes: 1_000 },
  ]),
);

const pointers = suite('a JSON Pointer');
pointers('escapes and unescapes any name', () =>
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (tokens) =>
      assert.deepEqual(tokensOf(pointerTo(...tokens)), tokens),
    ),
  ),
);
