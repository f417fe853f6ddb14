import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Unavailable } from '../../../domain/errors.ts';
import { openEventStoreDb } from '../../../infra/eventstoredb/index.ts';
import { startDoubleProcess } from '../../support/eventstoredb-double/process.ts';
import { newEvent } from '../../support/new-event.ts';
import { collect } from '../../support/event-stores.ts';
import { script } from '../../support/script.ts';
import { suite } from '../../support/suite.ts';
import { overADouble } from './over-a-double.ts';
import { closing } from '../../support/closing.ts';

const shutting = suite('closing an EventStoreDB store');

const run = (name: string, url: string): ChildProcess => {
  const { file, execArgv } = script(name, import.meta.url);
  return spawn(process.execPath, [...execArgv, file], {
    env: { ...process.env, EVENTSTORE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
};

const ended = async (child: ChildProcess): Promise<{ readonly code: number | null; readonly output: string }> => {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output };
};

shutting(
  'lets the process exit',
  overADouble(async ({ double }) => {
    assert.deepEqual(await ended(run('close-and-end', double.url)), { code: 0, output: 'closed\n' });
  }),
);

shutting('leaves no unhandled rejection when a server stalls under load and dies', async () => {
  await using server = closing(await startDoubleProcess());
  const child = run('load-a-dying-server', server.url);
  child.stdout?.once('data', () => {
    server.stall();
    child.stdout?.once('data', () => void server.kill());
  });
  const { code, output } = await ended(child);
  assert.equal(code, 0);
  assert.match(output, /200 unavailable, 0 unhandled\n$/);
});

shutting(
  'waits for appends in progress, and does not affect other clients of the same server',
  overADouble(async ({ double }) => {
    // With the default patience: a busy machine may take long for so many appends.
    await using store = closing(await openEventStoreDb({ url: double.url }));
    const other = await openEventStoreDb({ url: double.url });
    const own = Array.from({ length: 50 }, (_, n) => other.append(`own-${n}`, [newEvent(n)], 'none'));
    const others = Array.from({ length: 50 }, (_, n) => store.append(`others-${n}`, [newEvent(n)], 'none'));
    await other.close();
    assert.equal((await Promise.all([...own, ...others])).length, 100);
    await assert.rejects(other.append('late', [newEvent(0)], 'none'), Unavailable);
    await assert.rejects(collect(other.readAll()), Unavailable);
    assert.equal((await collect(store.readAll())).length, 100);
  }),
);

shutting(
  'ends its subscriptions',
  overADouble(async ({ double }) => {
    const store = await openEventStoreDb({ url: double.url });
    const followed = collect(store.subscribe({ signal: new AbortController().signal }));
    await store.close();
    await followed;
  }),
);

shutting('is not needed if the server was never available', async () => {
  await assert.rejects(openEventStoreDb({ url: 'esdb://127.0.0.1:1?tls=false', timeoutMs: 500 }), Unavailable);
});
