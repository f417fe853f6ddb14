import assert from 'node:assert/strict';
import { encodeAll } from '../../../infra/eventstoredb/envelope.ts';
import { newEvent } from '../../support/new-event.ts';
import { suite } from '../../support/suite.ts';

const envelope = suite('an event on its way to EventStoreDB');

// The server answers a malformed id twice, and the client throws the second answer at the process.
envelope('is refused before it is sent if its id is no UUID', () => {
  for (const id of ['', 'no-uuid', '0123456789abcdef0123456789abcdef', `${newEvent(0).id} `])
    assert.throws(() => encodeAll([newEvent(0), { ...newEvent(1), id }]), RangeError);
  assert.equal(encodeAll([newEvent(0)]).length, 1);
});
