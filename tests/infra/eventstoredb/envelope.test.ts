import assert from 'node:assert/strict';
import { encodeAll } from '../../../infra/eventstoredb/envelope.ts';
import { newEvent } from '../../support/new-event.ts';
import { suite } from '../../support/suite.ts';

const envelope = suite('an event sent to EventStoreDB');

// The server responds twice to a malformed id, and the client throws the second response at the process.
envelope('is refused before it is sent unless its id is a UUID', () => {
  for (const id of ['', 'no-uuid', '0123456789abcdef0123456789abcdef', `${newEvent(0).id} `])
    assert.throws(() => encodeAll([newEvent(0), { ...newEvent(1), id }]), RangeError);
  assert.equal(encodeAll([newEvent(0)]).length, 1);
});
