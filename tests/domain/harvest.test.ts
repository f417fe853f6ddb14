/** Items that a harvest found unchanged are grouped into few events, each within the limits. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FoundUnchanged } from '../../domain/harvest/events.ts';
import { gatherUnchanged } from '../../domain/harvest/unchanged.ts';
import { HARVEST, ID, jsonBytes } from '../../domain/limits.ts';
import { suite } from '../support/suite.ts';

type Look = readonly [kind: 'people' | 'publications', id: string, at: number];

const gathered = (looks: readonly Look[]): readonly FoundUnchanged['data'][] => {
  const gathering = gatherUnchanged();
  return [...looks.map((look) => gathering.add(...look)), gathering.take()].filter((data) => data !== null);
};

const gathering = suite('items found unchanged');

gathering('are one event for people and publications, with the times of the responses', () =>
  assert.deepEqual(
    gathered([
      ['people', '0000-0002-1825-0097', 1_700],
      ['publications', '10.5555/a', 1_500],
      ['publications', '10.5555/b', 1_900],
    ]),
    [
      {
        from: 1_500,
        people: { '0000-0002-1825-0097': 200 },
        publications: { '10.5555/a': 0, '10.5555/b': 400 },
      },
    ],
  ),
);

gathering('are no event if there are none', () => assert.deepEqual(gathered([]), []));

gathering('are one event for 2,000 people', () => {
  const looks = Array.from({ length: 2 * HARVEST.itemsPerKind + 1 }, (_, n): Look => ['people', `person-${n}`, n]);
  assert.deepEqual(
    gathered(looks).map(({ people }) => Object.keys(people).length),
    [HARVEST.itemsPerKind, HARVEST.itemsPerKind, 1],
  );
});

gathering('fill an event until either list is full', () => {
  const { add, hasRoomFor } = gatherUnchanged();
  for (let n = 0; n < HARVEST.itemsPerKind - 50; n += 1) add('people', `person-${n}`, n);
  assert.deepEqual([hasRoomFor(50), hasRoomFor(51)], [true, false]);
});

gathering('fit the limit and appear once each, however long the DOIs', () => {
  const look = fc.tuple(
    fc.constantFrom('people' as const, 'publications' as const),
    fc.string({ unit: 'binary', minLength: 1, maxLength: ID.doi }).filter((id) => id !== '__proto__'),
    fc.nat(),
  );
  fc.assert(
    fc.property(fc.array(look, { maxLength: 400, size: 'max' }), (looks) => {
      const events = gathered(looks);
      for (const data of events) assert.ok(jsonBytes(data) <= HARVEST.eventBytes + 100);
      const found = (kind: Look[0]): readonly string[] => events.flatMap((data) => Object.keys(data[kind]));
      for (const kind of ['people', 'publications'] as const)
        assert.deepEqual(new Set(found(kind)), new Set(looks.filter(([of]) => of === kind).map(([, id]) => id)));
    }),
    { numRuns: 30 },
  );
});
