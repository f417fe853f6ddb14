/** Events are read in the newest shape, whatever they were written in. */
import assert from 'node:assert/strict';
import type { Recorded } from '../../domain/event.ts';
import { isOfLaterRelease, schemaVersionOf, shape, shapesOf, type Upcasters } from '../../domain/upcast.ts';
import { newEvent } from '../support/new-event.ts';
import { suite } from '../support/suite.ts';

const upcasting = suite('upcasting');
const recorded = (type: string, schemaVersion: number, data: unknown): Recorded => ({
  ...newEvent(1),
  type,
  data,
  schemaVersion,
  stream: 'category-test~1',
  revision: 4,
  position: 17,
});

/** `CategoryRenamed` held a name, then names by language, then those under another key. `CategoryPainted` is now `CategoryColoured`. */
const upcasters: Upcasters = {
  'CategoryRenamed@1': ({ name }: { name: string }) => shape('CategoryRenamed@2', { names: { en: name } }),
  'CategoryRenamed@2': ({ names }: { names: object }) => shape('CategoryRenamed@3', { title: names }),
  'CategoryPainted@1': (data) => shape('CategoryColoured@1', data),
};
const shapes = shapesOf(upcasters, ['CategoryRenamed', 'CategoryColoured']);

upcasting('brings the first version through all later ones', () => {
  const event = recorded('CategoryRenamed', 1, { name: 'a' });
  assert.deepEqual(shapes.upcast(event), { ...event, schemaVersion: 3, data: { title: { en: 'a' } } });
});
upcasting('begins at the version of the event', () =>
  assert.deepEqual(shapes.upcast(recorded('CategoryRenamed', 2, { names: { de: 'b' } })).data, { title: { de: 'b' } }),
);
upcasting('renames', () => {
  const event = recorded('CategoryPainted', 1, { colour: 'red' });
  assert.deepEqual(shapes.upcast(event), { ...event, type: 'CategoryColoured' });
});
upcasting('keeps the newest version, a later release’s, and an unknown type unchanged', () => {
  for (const event of [
    recorded('CategoryRenamed', 3, {}),
    recorded('CategoryRenamed', 9, {}),
    recorded('toString', 1, {}),
  ])
    assert.equal(shapes.upcast(event), event);
});
upcasting('knows what only a later release can read', () => {
  const isLater = (type: string, schemaVersion: number): boolean => shapes.isOfLaterRelease({ type, schemaVersion });
  for (const version of [1, 2, 3]) assert.ok(!isLater('CategoryRenamed', version));
  assert.ok(!isLater('CategoryPainted', 1));
  for (const [type, version] of [
    ['CategoryRenamed', 4],
    ['CategoryPainted', 2],
    ['toString', 1],
  ] as const)
    assert.ok(isLater(type, version), type);
});
upcasting('writes the newest version', () => {
  assert.deepEqual(['CategoryRenamed', 'CategoryColoured'].map(shapes.schemaVersionOf), [3, 1]);
  assert.equal(schemaVersionOf('constructor'), 1);
});
upcasting('has every version of this release at 1', () => {
  assert.ok(!isOfLaterRelease({ type: 'PublicationAdded', schemaVersion: 1 }));
  assert.ok(isOfLaterRelease({ type: 'PublicationAdded', schemaVersion: 2 }));
});
