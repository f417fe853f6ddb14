/** Old events are read in their newest schema version, and new ones written in the oldest that all releases can read. */
import assert from 'node:assert/strict';
import type { Recorded } from '../../domain/event.ts';
import { knownTypes } from '../../domain/event-types.ts';
import { broughtBack, canRead, readableOf, shape, type Reshapings } from '../../domain/reshaping.ts';
import { isOfLaterRelease, READABLE, RESHAPINGS, schemaVersionOf, upcast } from '../../domain/upcast.ts';
import { newEvent } from '../support/new-event.ts';
import { suite } from '../support/suite.ts';

const upcasting = suite('upcasting');
const recorded = (type: string, schemaVersion: number, data: unknown): Recorded => ({
  ...newEvent(1),
  type,
  data,
  schemaVersion,
  stream: 'pot-test~1',
  revision: 4,
  position: 17,
});

/**
 * `PotThrown` held a name, then a list of names, then that list under another key. `PotFired` is now called `PotBurnt`.
 * `PotFinished` was two facts, of which the first has changed since. `PotWeighed` has been dropped.
 */
const reshapings: Reshapings = {
  up: {
    'PotThrown@1': ({ potter }: { potter: string }) => [shape('PotThrown@2', { potters: [potter] })],
    'PotThrown@2': ({ potters }: { potters: string[] }) => [shape('PotThrown@3', { by: potters })],
    'PotFired@1': (data) => [shape('PotBurnt@1', data)],
    'PotFinished@1': ({ potter, glaze }: { potter: string; glaze: string }) => [
      shape('PotThrown@1', { potter }),
      shape('PotGlazed@1', { glaze }),
    ],
    'PotWeighed@1': () => [],
  },
  down: {
    'PotThrown@3': ({ by }: { by: string[] }) => shape('PotThrown@2', { potters: by }),
    'PotThrown@2': ({ potters }: { potters: string[] }) => shape('PotThrown@1', { potter: potters[0] }),
    'PotBurnt@1': (data) => shape('PotFired@1', data),
  },
};
const WRITTEN = ['PotThrown', 'PotBurnt', 'PotGlazed'];
const readable = readableOf(reshapings, WRITTEN);

upcasting('brings the first version through all later ones', () => {
  const [event] = upcast(recorded('PotThrown', 1, { potter: 'a' }), reshapings);
  assert.deepEqual([event?.data, event?.schemaVersion], [{ by: ['a'] }, 3]);
});
upcasting('begins at the version of the event', () =>
  assert.deepEqual(upcast(recorded('PotThrown', 2, { potters: ['a', 'b'] }), reshapings)[0]?.data, { by: ['a', 'b'] }),
);
upcasting('renames', () => {
  const event = recorded('PotFired', 1, { degrees: 1200 });
  assert.deepEqual(upcast(event, reshapings), [{ ...event, type: 'PotBurnt' }]);
});
upcasting('splits: the parts share the metadata, and each is upcast to its newest version', () => {
  const event = recorded('PotFinished', 1, { potter: 'a', glaze: 'blue' });
  assert.deepEqual(upcast(event, reshapings), [
    { ...event, type: 'PotThrown', schemaVersion: 3, data: { by: ['a'] } },
    { ...event, type: 'PotGlazed', data: { glaze: 'blue' } },
  ]);
});
upcasting('drops', () => assert.deepEqual(upcast(recorded('PotWeighed', 1, { grams: 9 }), reshapings), []));
upcasting('keeps the newest version, a later release’s, and an unknown type unchanged', () => {
  for (const event of [recorded('PotThrown', 3, { by: [] }), recorded('PotThrown', 9, {}), recorded('toString', 1, {})])
    assert.equal(upcast(event, reshapings)[0], event);
});
upcasting('detects which versions it can read', () => {
  assert.deepEqual(readable, { PotThrown: 3, PotBurnt: 1, PotGlazed: 1, PotFired: 1, PotFinished: 1, PotWeighed: 1 });
  const reads = (type: string, schemaVersion: number): boolean => canRead(readable, { type, schemaVersion });
  assert.deepEqual([reads('PotThrown', 1), reads('PotThrown', 3), reads('PotFired', 1)], [true, true, true]);
  assert.deepEqual([reads('PotThrown', 4), reads('PotFired', 2), reads('toString', 1)], [false, false, false]);
});

const down = suite('an event for releases that can read only earlier versions');
down('is downcast to the newest version that they can read', () => {
  const event = recorded('PotThrown', 3, { by: ['a'] });
  const at = (version: number) => broughtBack(event, reshapings, { PotThrown: version });
  assert.equal(at(3), event);
  assert.deepEqual([at(2)?.data, at(2)?.schemaVersion], [{ potters: ['a'] }, 2]);
  assert.deepEqual([at(1)?.data, at(1)?.schemaVersion], [{ potter: 'a' }, 1]);
  assert.equal(broughtBack(recorded('PotBurnt', 1, {}), reshapings, { PotFired: 1 })?.type, 'PotFired');
});
down('has no version if it cannot be downcast', () =>
  assert.equal(broughtBack(recorded('PotGlazed', 1, {}), reshapings, { PotThrown: 3 }), null),
);

const table = suite('the table of schema versions');
table('has no gap: every version before the newest of its type can be upcast', () => {
  for (const [type, newest] of Object.entries(READABLE)) {
    const last = knownTypes.includes(type) ? newest - 1 : newest;
    for (let version = 1; version <= last; version += 1)
      assert.ok(Object.hasOwn(RESHAPINGS.up, `${type}@${version}`), `${type}@${version}`);
  }
});
/** The versions of the first release with rolling upgrades: only releases that are stopped first wrote earlier ones. */
const FIRST_ROLLING: Readonly<Record<string, number>> = {
  AuthorLinked: 2,
  AuthorUnlinked: 2,
  PublicationEdited: 2,
  PublicationRefreshed: 2,
  WorkAuthorLinked: 2,
  WorkEdited: 2,
  WorkRefreshed: 2,
};
table('can downcast each version since the first release with rolling upgrades, of a type that is written', () => {
  for (const type of knownTypes)
    for (let version = (FIRST_ROLLING[type] ?? 1) + 1; version <= schemaVersionOf(type); version += 1)
      assert.ok(Object.hasOwn(RESHAPINGS.down, `${type}@${version}`), `${type}@${version}`);
});
table('writes unchanged types in version 1, and reads no version after the newest', () => {
  assert.equal(schemaVersionOf('PublicationAdded'), 1);
  assert.equal(schemaVersionOf('constructor'), 1);
  assert.ok(!isOfLaterRelease({ type: 'PublicationAdded', schemaVersion: 1 }));
  assert.ok(isOfLaterRelease({ type: 'PublicationAdded', schemaVersion: 2 }));
  assert.ok(isOfLaterRelease({ type: 'constructor', schemaVersion: 1 }));
});
