/** The end of calls to MongoDB: when it comes, what may have been sent until then, and that nothing is sent afterwards. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Document } from 'mongodb';
import { Unavailable } from '../../../../domain/errors.ts';
import type { Limits } from '../../../../infra/mongodb/client/calls.ts';
import { connect, type Connection } from '../../../../infra/mongodb/client/connection.ts';
import { closing } from '../../../support/closing.ts';
import { cuttable } from '../../../support/cuttable.ts';
import { helloOf, mongoDouble, nameOf } from '../../../support/mongodb-double.ts';
import { suite } from '../../../support/suite.ts';

const TIMEOUT_MS = 600;
const LATE_MS = 2_000;
/** For calls that must succeed, also on a busy machine. */
const AMPLE_MS = 20_000;

const REPLICA_SET = { setName: 'rs', hosts: ['127.0.0.1:1'], setVersion: 1 };

type Answer = Document | null | Promise<Document | null>;

/** A server, `isSet` if of a replica set, that answers writes as given. */
const answering = (answer: () => Answer, isSet = false) =>
  mongoDouble((command) => {
    const hello = helloOf(command);
    if (hello !== null) return isSet ? { ...hello, ...REPLICA_SET } : hello;
    return nameOf(command) === 'update' ? answer() : { ok: 1 };
  });

const connected = async (port: number, timeoutMs: number, query = '') => {
  const url = `mongodb://127.0.0.1:${port}/t?directConnection=true${query}`;
  return closing(await connect('state', { url, timeoutMs }));
};

const increment = (connection: Connection, field: string) => (limits: Limits) =>
  connection.collection('x').updateOne({}, { $inc: { [field]: 1 } }, limits);

const updates = (sent: readonly Document[]): readonly Document[] =>
  sent.filter((command) => nameOf(command) === 'update');

const fieldsIn = (sent: readonly Document[]): readonly string[] =>
  updates(sent).map((command) => JSON.stringify(command['updates']));

const calls = suite('a call to MongoDB');

for (const how of ['cut', 'stall'] as const)
  calls(
    `throws when its time is up, not before and not much later, if the server is ${how === 'cut' ? 'away' : 'silent'}`,
    async () => {
      await using double = closing(await answering(() => ({ ok: 1, n: 1 })));
      await using proxy = closing(await cuttable({ host: '127.0.0.1', port: double.port }));
      await using connection = await connected(proxy.port, TIMEOUT_MS);
      proxy[how]();
      for (const call of ['repeatedly', 'once'] as const) {
        const began = performance.now();
        await assert.rejects(connection[call](increment(connection, 'n')), Unavailable);
        const took = performance.now() - began;
        if (call === 'repeatedly' || how === 'stall') assert.ok(took > TIMEOUT_MS - 20, `${call}: ${took} ms`);
        assert.ok(took < TIMEOUT_MS + LATE_MS, `${call}: ${took} ms`);
      }
    },
  );

calls('that waited for a connection until its time was up is not sent afterwards', async () => {
  let release: (answer: Document) => void = () => undefined;
  await using double = closing(await answering(() => new Promise((resolve) => (release = resolve))));
  await using connection = await connected(double.port, TIMEOUT_MS, '&maxPoolSize=1');
  const first = assert.rejects(connection.once(increment(connection, 'first')), Unavailable);
  const second = assert.rejects(connection.once(increment(connection, 'second')), Unavailable);
  await Promise.all([first, second]);
  release({ ok: 1, n: 1 });
  await connection.repeatedly(() => connection.db().command({ ping: 1 }));
  await pause(50);
  assert.equal(fieldsIn(double.sent).filter((each) => each.includes('second')).length, 0);
});

calls('that is not repeatable is sent once to a standalone server that does not answer', async () => {
  await using double = closing(await answering(() => null));
  await using connection = await connected(double.port, AMPLE_MS);
  await assert.rejects(connection.once(increment(connection, 'n')), Unavailable);
  assert.equal(updates(double.sent).length, 1);
});

calls('that is not repeatable is only sent again under its number to a replica set that does not answer', async () => {
  await using double = closing(await answering(() => null, true));
  await using connection = await connected(double.port, AMPLE_MS);
  await assert.rejects(connection.once(increment(connection, 'n')), Unavailable);
  const numbers = updates(double.sent).map((command) => String(command['txnNumber']));
  assert.equal(numbers.length, 2);
  assert.equal(new Set(numbers).size, 1);
});

calls('that is not repeatable waits for a server that is away, and is then sent once', async () => {
  await using double = closing(await answering(() => ({ ok: 1, n: 1, nModified: 1 })));
  await using proxy = closing(await cuttable({ host: '127.0.0.1', port: double.port }));
  await using connection = await connected(proxy.port, AMPLE_MS);
  proxy.cut();
  // Of a connection that the driver does not know to be lost, it would not know either whether the write has arrived.
  await assert.rejects(connection.db().command({ ping: 1 }));
  await Promise.all([connection.once(increment(connection, 'n')), pause(TIMEOUT_MS).then(() => proxy.mend())]);
  assert.equal(updates(double.sent).length, 1);
});

calls('that is repeatable is repeated until it is answered', async () => {
  let left = 2;
  await using double = closing(await answering(() => (left-- > 0 ? null : { ok: 1, n: 1, nModified: 1 })));
  await using connection = await connected(double.port, AMPLE_MS);
  await connection.repeatedly(increment(connection, 'n'));
  assert.equal(updates(double.sent).length, 3);
});
