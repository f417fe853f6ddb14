/** Several processes on one file: nothing acknowledged is lost, nothing is torn, and every reader sees one order. */
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { EventStore } from '../../../../commands/ports.ts';
import { openSqliteEventStore } from '../../../../infra/sqlite/events/index.ts';
import { script } from '../../../support/script.ts';
import { suite } from '../../../support/suite.ts';
import { closing } from '../../../support/closing.ts';
import { temporaryFolder } from '../../../support/folder.ts';

const sharing = suite('processes that share a log');
const APPENDER = script('appender', import.meta.url);

const inFile = async (test: (file: string, store: EventStore) => Promise<void>): Promise<void> => {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'events.db');
  await using store = closing(await openSqliteEventStore({ file }));
  await test(file, store);
};

const appender = (...args: readonly string[]): ChildProcess =>
  fork(APPENDER.file, args, { execArgv: [...APPENDER.execArgv] });

sharing('lose nothing acknowledged when one is killed, and leave no partial append', () =>
  inFile(async (file, store) => {
    for (let kill = 0; kill < 5; kill += 1) {
      const stream = `killed-${kill}`;
      const child = appender(file, stream);
      let acknowledged = -1;
      child.on('message', (revision) => {
        acknowledged = Number(revision);
        if (acknowledged > 20 + kill * 7) child.kill('SIGKILL');
      });
      await once(child, 'close');
      const revisions: number[] = [];
      for await (const { revision } of store.readStream(stream)) revisions.push(revision);
      assert.ok(revisions.length > acknowledged, `${revisions.length} events, ${acknowledged} acknowledged`);
      assert.equal(revisions.length % 2, 0);
      assert.deepEqual(revisions, [...revisions.keys()]);
    }
  }),
);

sharing('all get to write, and a subscriber sees every event once, in order', () =>
  inFile(async (file, store) => {
    const streams = ['one', 'two', 'three', 'four'];
    const children = streams.map((stream) => appender(file, stream, '50'));
    const stop = new AbortController();
    const seen = new Map<string, number>();
    let last = -1;
    let count = 0;
    for await (const delivery of store.subscribe({ signal: stop.signal })) {
      if (delivery.kind !== 'event') continue;
      const { stream, revision, position } = delivery.event;
      assert.ok(position > last);
      assert.equal(revision, (seen.get(stream) ?? -1) + 1);
      last = position;
      seen.set(stream, revision);
      count += 1;
      if (count === streams.length * 100) stop.abort();
    }
    assert.deepEqual(
      streams.map((stream) => seen.get(stream)),
      [99, 99, 99, 99],
    );
    for (const child of children) if (child.exitCode === null) await once(child, 'close');
  }),
);
