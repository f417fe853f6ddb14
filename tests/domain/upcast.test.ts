/** Old events read in the newest shape. */
import assert from 'node:assert/strict';
import type { Recorded } from '../../domain/event.ts';
import { schemaVersionOf, upcast, type Upcasters } from '../../domain/upcast.ts';
import { newEvent } from '../support/new-event.ts';
import { suite } from '../support/suite.ts';

const upcasting = suite('upcasting');
const recorded = (type: string, schemaVersion: number, data: unknown): Recorded => ({
  ...newEvent(1),
  type,
  data,
  schemaVersion,
  stream: 'pot-test~1',
  revision: 0,
  position: 0,
});
/** `PotThrown` held a name, then a list of names, then that list under another key. */
const upcasters: Upcasters = {
  PotThrown: [
    (data) => ({ potters: [(data as { potter: string }).potter] }),
    (data) => ({ by: (data as { potters: string[] }).potters }),
  ],
};

upcasting('brings the first shape through all later ones', () => {
  const event = upcast(recorded('PotThrown', 1, { potter: 'a' }), upcasters);
  assert.deepEqual([event.data, event.schemaVersion], [{ by: ['a'] }, 3]);
});
upcasting('begins at the shape that the event has', () =>
  assert.deepEqual(upcast(recorded('PotThrown', 2, { potters: ['a', 'b'] }), upcasters).data, { by: ['a', 'b'] }),
);
upcasting('leaves the newest shape, a later release’s, and an unknown type as they are', () => {
  for (const event of [recorded('PotThrown', 3, { by: [] }), recorded('PotThrown', 9, {}), recorded('toString', 1, {})])
    assert.equal(upcast(event, upcasters), event);
});
upcasting('writes the version after the last upcaster', () => {
  assert.equal(schemaVersionOf('PotThrown', upcasters), 3);
  assert.equal(schemaVersionOf('PublicationAdded'), 1);
  assert.equal(schemaVersionOf('constructor'), 1);
});
