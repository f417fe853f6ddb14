import assert from 'node:assert/strict';
import path from 'node:path';
import { openEventStoreDb } from '../../../infra/eventstoredb/index.ts';
import { startDoubleProcess } from '../../support/eventstoredb-double/process.ts';
import { newEvent } from '../../support/new-event.ts';
import { collect } from '../../support/event-stores.ts';
import { suite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/folder.ts';

const restarting = suite('an EventStoreDB that is killed and restarted');

restarting('under load has every event once, and so have its subscribers', async () => {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'log');
  let server = await startDoubleProcess({ file });
  const port = Number(new URL(server.url.replace('esdb:', 'http:')).port);
  const store = await openEventStoreDb({ url: server.url, timeoutMs: 15_000 });
  const leave = new AbortController();
  const handed: string[] = [];
  const followed = (async () => {
    for await (const delivery of store.subscribe({ signal: leave.signal })) {
      if (delivery.kind === 'event') handed.push(`${delivery.event.stream}@${delivery.event.revision}`);
      else if (handed.length === 400) leave.abort();
    }
  })();
  try {
    let done = 0;
    const writing = Array.from({ length: 20 }, async (_, writer) => {
      for (let n = 0; n < 20; n += 1) {
        await store.append(`s-${writer}`, [newEvent(n)], n === 0 ? 'none' : n - 1);
        done += 1;
        if (done === 100 || done === 250) {
          await server.kill();
          server = await startDoubleProcess({ file, port });
        }
      }
    });
    await Promise.all(writing);
    await followed;
    const all = (await collect(store.readAll())).map(({ stream, revision }) => `${stream}@${revision}`);
    assert.equal(new Set(all).size, 400);
    assert.deepEqual(handed, all);
  } finally {
    leave.abort();
    await store.close();
    await server.kill();
  }
});
