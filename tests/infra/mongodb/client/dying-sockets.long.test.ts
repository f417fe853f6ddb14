/** Sockets that die during writes or reads: every call ends in time, and the next ones are served. */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { Long, type Document } from 'mongodb';
import { Unavailable } from '../../../../domain/errors.ts';
import type { Limits } from '../../../../infra/mongodb/client/calls.ts';
import { connect } from '../../../../infra/mongodb/client/connection.ts';
import { openMongoReadModels } from '../../../../infra/mongodb/rows/index.ts';
import { batch, paper, papers } from '../../../contracts/read-models/example.ts';
import { cuttable } from '../../../support/cuttable.ts';
import { helloOf, mongoDouble, nameOf } from '../../../support/mongodb-double.ts';
import { suite } from '../../../support/suite.ts';
import { closing } from '../../../support/closing.ts';

const TIMEOUT_MS = 900;
/** Each may meet one more connection that has died. */
const MOST_TRIES = 20;
/** For calls that must succeed, also on a busy machine. */
const AMPLE_MS = 3_000;

const EMPTY = { ok: 1, cursor: { id: Long.ZERO, ns: 'x.y', firstBatch: [] } };
const answerOf = (command: Document): Document => {
  const hello = helloOf(command);
  if (hello !== null) return { ...hello, localTime: new Date() };
  if (['find', 'listIndexes', 'aggregate'].includes(nameOf(command))) return EMPTY;
  if (nameOf(command) === 'insert') return { ok: 1, n: 1 };
  return nameOf(command) === 'update' ? { ok: 1, n: 1, nModified: 1 } : { ok: 1 };
};

const settled = async (call: Promise<unknown>): Promise<'done' | 'unavailable'> =>
  call.then(
    () => 'done',
    (error: unknown) => {
      assert.ok(error instanceof Unavailable, String(error));
      return 'unavailable';
    },
  );

const dying = suite('a MongoDB whose sockets die', { timeoutMs: 240_000 });

/** More than a socket buffers, so that the driver waits for it to drain. */
const large = (position: number) =>
  batch(position, {
    replace: Array.from({ length: 40 }, (_, n) => paper(`p${n}`, position, { text: 'x'.repeat(50_000) })),
  });

dying('ends every call, and serves the next or one soon after, at whichever byte they die', async () => {
  await using double = closing(await mongoDouble(answerOf));
  await using proxy = closing(await cuttable({ host: '127.0.0.1', port: double.port }));
  const url = `mongodb://127.0.0.1:${proxy.port}/t?directConnection=true`;
  await using store = closing(await openMongoReadModels({ url, timeoutMs: TIMEOUT_MS }));
  const seen = new Set<string>();
  let position = 1;
  // During the handshakes; in the first command; in the middle of rows that fill the socket; in responses.
  const stages = [1, 15, 16, 60, 200, 330, 600, 65_536, 200_000, 1_000_000, 1_900_000];
  for (const cut of [
    ...stages.map((n) => () => proxy.cutAfter(n)),
    ...stages.slice(0, 7).map((n) => () => proxy.cutAnswersAfter(n)),
  ]) {
    cut();
    seen.add(await settled(store.commit(large((position += 1)))));
    seen.add(await settled(store.index(papers)));
    proxy.mend();
    let served = 'unavailable';
    for (let tries = 0; served !== 'done' && tries < MOST_TRIES; tries += 1)
      served = await settled(store.find(papers, { where: { all: [] }, limit: 1 }));
    assert.equal(served, 'done');
  }
  assert.ok(seen.has('unavailable'));
});

dying('ends a long call without a response after its own limit', async () => {
  await using double = closing(
    await mongoDouble((command) =>
      nameOf(command) === 'createIndexes' ? new Promise(() => undefined) : answerOf(command),
    ),
  );
  const url = `mongodb://127.0.0.1:${double.port}/t?directConnection=true`;
  await using connection = closing(await connect('rows', { url, timeoutMs: TIMEOUT_MS, longAttemptMs: 200 }));
  await assert.rejects(
    connection.atLength(() => connection.collection('x').createIndexes([{ key: { a: 1 }, name: 'a_1' }])),
    Unavailable,
  );
});

/** Ends the socket at the moment at which the driver writes to it: no error follows, and it never drains. */
const dieWhenWritten = (socket: Socket, onWritten: () => void = () => undefined): { readonly spare: () => void } => {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  socket.write = (...args: unknown[]) => {
    socket.destroy();
    onWritten();
    return write(...args);
  };
  return { spare: () => (socket.write = write) };
};

/** Ends the socket of the driver's monitor: the one that is written to while no call is made. */
const endMonitor = async (sockets: readonly Socket[]): Promise<void> => {
  const idle = sockets.filter(({ destroyed }) => !destroyed);
  const marked = await new Promise<readonly { readonly spare: () => void }[]>((resolve) => {
    const all = idle.map((socket) => dieWhenWritten(socket, () => resolve(all)));
  });
  for (const { spare } of marked) spare();
};

/** The sockets that this process opens to a port meanwhile. */
const socketsTo = (port: number): { readonly sockets: readonly Socket[]; readonly stop: () => void } => {
  const sockets: Socket[] = [];
  const opened = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    socket.on('connect', () => {
      if (socket.remotePort === port) sockets.push(socket);
    });
  };
  subscribe('net.client.socket', opened);
  return { sockets, stop: () => void unsubscribe('net.client.socket', opened) };
};

dying('ends a call in time whose socket dies during a write, and frees its place', async () => {
  const double = await mongoDouble(answerOf);
  const { sockets, stop } = socketsTo(double.port);
  const url = `mongodb://127.0.0.1:${double.port}/t?directConnection=true&maxPoolSize=2`;
  const connection = await connect('rows', { url, timeoutMs: AMPLE_MS, longAttemptMs: AMPLE_MS });
  const find = (limits: Limits) => connection.collection('x').findOne({}, limits);
  try {
    // The first is the monitor's.
    for (const socket of sockets.slice(1)) dieWhenWritten(socket);
    assert.equal(await settled(connection.repeatedly(find)), 'unavailable');
    assert.equal(await settled(connection.repeatedly(find)), 'done');
    for (const socket of sockets.slice(1)) dieWhenWritten(socket);
    assert.equal(await settled(connection.atLength(find)), 'done');
  } finally {
    stop();
    await connection.close();
    await double.close();
  }
});

dying('is retried after it has reset a connection in the middle', async () => {
  await using double = closing(await mongoDouble(answerOf));
  await using proxy = closing(await cuttable({ host: '127.0.0.1', port: double.port }));
  const url = `mongodb://127.0.0.1:${proxy.port}/t?directConnection=true`;
  await using connection = closing(await connect('rows', { url, timeoutMs: 120_000 }));
  // More than the socket buffers hold.
  const rows = Array.from({ length: 40 }, (_, n) => ({ n, text: 'x'.repeat(500_000) }));
  for (const how of ['atLength', 'repeatedly'] as const) {
    proxy.resetAfter(1_000_000);
    // Each attempt of a long call may take ten minutes: longer than this test.
    assert.equal(
      await settled(connection[how]((limits) => connection.collection('x').insertMany(rows, limits))),
      'done',
    );
  }
});

dying('is found again after the socket of the monitor has died during a write', async () => {
  const double = await mongoDouble((command) => (nameOf(command) === 'count' ? null : answerOf(command)));
  const { sockets, stop } = socketsTo(double.port);
  const url = `mongodb://127.0.0.1:${double.port}/t?directConnection=true`;
  const connection = await connect('rows', { url, timeoutMs: AMPLE_MS });
  const ask = () => settled(connection.repeatedly((limits) => connection.collection('x').findOne({}, limits)));
  try {
    assert.equal(await ask(), 'done');
    await endMonitor(sockets);
    // From here on the driver's monitor waits for ever. An interrupted call makes the driver forget the server.
    assert.equal(await settled(connection.repeatedly(() => connection.db().command({ count: 'x' }))), 'unavailable');
    while ((await ask()) !== 'done');
  } finally {
    stop();
    await connection.close();
    await double.close();
  }
});
