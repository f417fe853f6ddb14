/** What the adapter relies on, tested with the bare client, so that the double behaves as measured on the real server. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  jsonEvent,
  streamNameFilter,
  type AppendExpectedRevision,
  type AppendResult,
  type JSONEventData,
} from '@eventstore/db-client';
import { startDouble } from '../../support/eventstoredb-double/double.ts';
import { collect } from '../../support/event-stores.ts';
import { suite } from '../../support/suite.ts';

const given = process.env['EVENTSTORE_URL'];
const which = given === undefined ? 'the double of EventStoreDB' : 'EventStoreDB';
const server = suite(which);

const url = given ?? (await server.holds(startDouble())).url;
const client = EventStoreDBClient.connectionString(url);
await server.holds({ close: () => client.dispose() });

const fresh = (): string => `protocol-${randomUUID()}`;
const event = (n = 0): JSONEventData => jsonEvent({ type: 'Happened', data: { n } });
const append = (
  stream: string,
  events: JSONEventData[],
  expectedRevision: AppendExpectedRevision,
): Promise<AppendResult> => client.appendToStream(stream, events, { expectedRevision });
/** The fields of the error of a failed call. */
const failing = async (call: Promise<unknown>): Promise<Record<string, unknown>> => {
  const error: unknown = await call.then(
    () => assert.fail('the call succeeded'),
    (reason: unknown) => reason,
  );
  const { type, expectedVersion, actualVersion } = error as Record<string, unknown>;
  return { type, expectedVersion, actualVersion };
};

server('returns the last event for an append, and the same when the same ids are sent again', async () => {
  const stream = fresh();
  const events = [event(1), event(2)];
  const first = await append(stream, events, 'no_stream');
  assert.equal(first.nextExpectedRevision, 1n);
  assert.deepEqual(await append(stream, events, 'no_stream'), first);
  const [, last] = await collect(client.readStream(stream));
  assert.deepEqual(last?.event?.position, first.position);
});

server('refuses an append at a wrong revision, and names both', async () => {
  const stream = fresh();
  await append(stream, [event()], 'no_stream');
  const refused = await failing(append(stream, [event()], 7n));
  assert.deepEqual(refused, { type: 'wrong-expected-version', expectedVersion: 7n, actualVersion: 0n });
  const none = await failing(append(fresh(), [event()], 3n));
  assert.deepEqual(none, { type: 'wrong-expected-version', expectedVersion: 3n, actualVersion: 'no_stream' });
});

server('reports a missing or deleted stream as not found, and a tombstoned one as deleted', async () => {
  const [missing, deleted, buried] = [fresh(), fresh(), fresh()];
  await append(deleted, [event()], 'any');
  await append(buried, [event()], 'any');
  await client.deleteStream(deleted);
  await client.tombstoneStream(buried);
  const types = [];
  for (const stream of [missing, deleted, buried])
    types.push((await failing(collect(client.readStream(stream))))['type']);
  assert.deepEqual(types, ['stream-not-found', 'stream-not-found', 'stream-deleted']);
});

server('lets a deleted stream start again after its last revision, without the old events', async () => {
  const stream = fresh();
  await append(stream, [event(), event()], 'no_stream');
  await client.deleteStream(stream);
  assert.equal((await append(stream, [event()], 'no_stream')).nextExpectedRevision, 2n);
  assert.deepEqual(
    (await collect(client.readStream(stream))).map((read) => read.event?.revision),
    [2n],
  );
});

server('keeps a deleted stream in $all until a scavenge, with a $ event of the deletion', async () => {
  const stream = fresh();
  const { position } = await append(stream, [event()], 'no_stream');
  assert.ok(position);
  await client.deleteStream(stream);
  const after = await collect(client.readAll({ fromPosition: position, maxCount: 20 }));
  assert.equal(after[0]?.event?.streamId, stream);
  assert.ok(after.some((read) => read.event?.streamId === `$$${stream}` && read.event.type === '$metadata'));
});

server('reads from a position inclusively, and subscribes after it', async () => {
  const stream = fresh();
  const first = await append(stream, [event(1)], 'any');
  await append(stream, [event(2)], 'any');
  const { position: fromPosition } = first;
  assert.ok(fromPosition);
  const [read] = await collect(client.readAll({ fromPosition, maxCount: 1 }));
  assert.equal(read?.event?.revision, 0n);
  const filter = streamNameFilter({ prefixes: [stream] });
  const subscription = client.subscribeToAll({ fromPosition, filter });
  for await (const { event: seen } of subscription) {
    assert.equal(seen?.revision, 1n);
    break;
  }
  await subscription.unsubscribe();
});

server('reads backwards from the end', async () => {
  const stream = fresh();
  for (let n = 0; n < 3; n += 1) await append(stream, [event(n)], 'any');
  const last = await collect(client.readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 2 }));
  assert.deepEqual(
    last.map((read) => read.event?.revision),
    [2n, 1n],
  );
});

// A malformed event id is not tried: the server responds twice, and the client throws the second response at the process.
server('fails at a position where no record begins', async () => {
  const { position } = await append(fresh(), [event()], 'any');
  assert.ok(position);
  const between = { commit: position.commit + 1n, prepare: position.prepare + 1n };
  await append(fresh(), [event()], 'any');
  assert.equal((await failing(collect(client.readAll({ fromPosition: between, maxCount: 1 }))))['type'], 'unknown');
});

server('reports its progress to a filtered subscriber', async () => {
  const stream = fresh();
  const { position: fromPosition } = await append(stream, [event()], 'any');
  assert.ok(fromPosition);
  let reached = (_commit: bigint): void => undefined;
  const progress = new Promise<bigint>((resolve) => {
    reached = resolve;
  });
  const subscription = client.subscribeToAll({
    fromPosition,
    filter: streamNameFilter({
      prefixes: ['nothing-is-called-so'],
      maxSearchWindow: 1,
      checkpointReached: (_, { commit }) => reached(commit),
    }),
  });
  subscription.on('error', () => undefined).resume();
  await append(stream, [event()], 'any');
  assert.ok((await progress) > fromPosition.commit);
  await subscription.unsubscribe();
});
