/** JSON Patch operations follow RFC 6902, at a cost independent of the size of the document. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import jsonPatch, { type Operation as Known } from 'fast-json-patch';
import { apply, Inapplicable, newRoom, type Container } from '../../../domain/changes/json-patch.ts';
import type { Operation } from '../../../domain/changes/json-patch.ts';
import { RECORD, REQUEST } from '../../../domain/limits.ts';
import type { Json } from '../../../domain/json.ts';
import { suite } from '../../support/suite.ts';

const applying = suite('applying a JSON Patch');

const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>(null, true, 0, 1, 'a', ''),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '0', 'a/b', 'm~n'), tie('value'), { maxKeys: 3 }),
  ),
}));
const document = fc.record({ a: value, list: fc.array(value, { maxLength: 3 }), b: value });

const token = fc.constantFrom('a', 'b', 'list', '0', '1', '2', '-', 'a~1b', 'm~0n', '-1');
const pointer = fc.array(token, { minLength: 1, maxLength: 4 }).map((tokens) => `/${tokens.join('/')}`);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ op: fc.constantFrom('add', 'replace', 'test'), path: pointer, value }),
  fc.record({ op: fc.constant('remove'), path: pointer }),
  fc.record({ op: fc.constantFrom('move', 'copy'), from: pointer, path: pointer }),
);

/** The document after each operation, up to one that cannot be applied, which is null. */
const stepsOf = (
  first: object,
  operations: readonly Operation[],
  step: (now: Container, each: Operation) => void,
): readonly unknown[] => {
  const now = structuredClone(first) as Container;
  const steps: unknown[] = [];
  for (const each of operations) {
    try {
      step(now, each);
    } catch {
      return [...steps, null];
    }
    steps.push(structuredClone(now));
  }
  return steps;
};

/** The library accepts the end of a list as the place of an existing value, and lets a value be moved into itself. */
const isPeculiar = ({ op, path, from = '' }: Operation): boolean =>
  (op === 'move' && path.startsWith(`${from}/`)) ||
  /\/-(?:\/|$)/u.test(from) ||
  /\/-\//u.test(path) ||
  ((op === 'remove' || op === 'replace' || op === 'test') && path.endsWith('/-'));

const byLibrary = (now: Container, each: Operation): void => {
  jsonPatch.applyOperation(now, each as Known, true, true, true);
};

/** A move is a removal and an addition, a copy an addition (RFC 6902, 4.4 and 4.5): the library's own accept an index past the end of a list. */
const asComposed = (now: Container, each: Operation): void => {
  const { op, path, from = '' } = each;
  if (op !== 'move' && op !== 'copy') {
    byLibrary(now, each);
    return;
  }
  // The library treats a character of a string as a value inside it.
  assert.equal(typeof jsonPatch.getValueByPointer(now, from.slice(0, from.lastIndexOf('/'))), 'object');
  const value = structuredClone(jsonPatch.getValueByPointer(now, from) as Json | undefined);
  assert.ok(value !== undefined);
  if (op === 'move') byLibrary(now, { op: 'remove', path: from });
  byLibrary(now, { op: 'add', path, value });
};

applying('matches a known implementation, operation by operation', () => {
  fc.assert(
    fc.property(document, fc.array(operation, { maxLength: 8 }), (first, operations) => {
      fc.pre(!operations.some(isPeculiar));
      const room = newRoom();
      const ours = stepsOf(first, operations, (now, each) => apply(now, each, room));
      const known = stepsOf(first, operations, (now, each) => {
        asComposed(now, each);
      });
      assert.deepEqual(ours, known);
    }),
    { numRuns: 3_000 },
  );
});

const refused = (first: object, each: Operation): void => {
  const now = structuredClone(first) as Container;
  assert.throws(() => apply(now, each, newRoom()), Inapplicable, JSON.stringify(each));
};

applying('refuses what RFC 6902 does not allow', () => {
  const first = { list: [1, 2], a: { b: 1 } };
  for (const each of [
    { op: 'remove', path: '/list/-' },
    { op: 'remove', path: '/list/2' },
    { op: 'remove', path: '/nothing' },
    { op: 'replace', path: '/nothing', value: 1 },
    { op: 'test', path: '/nothing', value: null },
    { op: 'test', path: '/a', value: { b: 2 } },
    { op: 'add', path: '/list/3', value: 1 },
    { op: 'add', path: '/list/01', value: 1 },
    { op: 'add', path: '/a/b/c', value: 1 },
    { op: 'move', from: '/a', path: '/a/b' },
    { op: 'copy', from: '/nothing', path: '/a/c' },
    { op: 'copy', from: '/constructor', path: '/a/c' },
    { op: 'add', path: '/__proto__', value: { polluted: true } },
    { op: 'add', path: '/__proto__/polluted', value: true },
    { op: 'add', path: '/constructor/prototype/polluted', value: true },
  ])
    refused(first, each);
  assert.equal('polluted' in {}, false);
});

applying('does not modify the values of the patch', () => {
  const value = { inner: [] as number[] };
  const now: Container = {};
  apply(now, { op: 'add', path: '/a', value }, newRoom());
  apply(now, { op: 'add', path: '/a/inner/-', value: 1 }, newRoom());
  assert.deepEqual(value, { inner: [] });
});

applying('lets copies of copies grow to the maximum size of a record, and no further', () => {
  const now: Container = { a: 'x'.repeat(1_000), list: [] };
  const room = newRoom();
  assert.throws(() => {
    for (let n = 0; n < REQUEST.patchOperations; n += 1)
      apply(
        now,
        n % 2 === 0 ? { op: 'copy', from: '/a', path: '/list/-' } : { op: 'copy', from: '/list', path: '/a' },
        room,
      );
  }, /too large/u);
  assert.ok(JSON.stringify(now).length < 2 * RECORD.bytes);
});

/** The document, and how often any part of it was read. */
const watched = (first: object): { readonly document: Container; readonly looks: () => number } => {
  let looks = 0;
  const watch = <T extends object>(inner: T): T =>
    new Proxy(inner, {
      get: (target, name) => {
        looks += 1;
        const found: unknown = Reflect.get(target, name);
        return typeof found === 'object' && found !== null ? watch(found) : found;
      },
      ownKeys: (target) => {
        const keys = Reflect.ownKeys(target);
        looks += keys.length;
        return keys;
      },
    });
  return { document: watch(first) as Container, looks: () => looks };
};

applying('reads only what an operation names, however large the document', () => {
  const looksIn = (properties: number): number => {
    const custom = Object.fromEntries(
      Array.from({ length: properties }, (_, n) => [`k${n}`, [n, { a: 'x'.repeat(20) }]]),
    );
    const { document: now, looks } = watched({ custom });
    for (let n = 0; n < REQUEST.patchOperations; n += 1) {
      const value = n;
      const each = [
        { op: 'replace', path: '/custom/k2/0', value },
        { op: 'test', path: '/custom/k2/0', value: n - 1 },
        { op: 'copy', from: '/custom/k1/0', path: '/custom/k3' },
        { op: 'move', from: '/custom/k1', path: '/custom/zz' },
        { op: 'move', from: '/custom/zz', path: '/custom/k1' },
      ][n % 5] ?? { op: 'remove', path: '/' };
      apply(now, each, newRoom());
    }
    return looks();
  };
  const few = looksIn(100);
  assert.ok(few < 50 * REQUEST.patchOperations, `${few} looks`);
  assert.equal(looksIn(10_000), few);
});
