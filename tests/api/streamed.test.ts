/** A streamed answer: produced as its client reads it, and ended when the client has gone. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from '../../api/http/app.ts';
import { ANYONE } from '../../api/http/access.ts';
import { listen, type Listener } from '../../api/http/server.ts';
import { route } from '../../api/http/route.ts';
import { randomIds } from '../../infra/system.ts';
import { silent } from '../support/installation.ts';
import { suite } from '../support/suite.ts';

const PART = 'x'.repeat(64 * 1024);
/** More than the sockets of both ends buffer for a reader that does not read. */
const MOST = 1_000;

const streaming = suite('a streamed answer');

type Source = { readonly ended: Promise<void>; readonly made: () => number };

const serving = async (
  type: string,
  test: (listener: Listener, source: Source) => Promise<void>,
  { stalledMs = 30_000, most = MOST, eachMs = 0 } = {},
): Promise<void> => {
  let made = 0;
  let over: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (over = resolve));
  const open = async function* (signal: AbortSignal): AsyncIterable<string> {
    try {
      for (; made < most && !signal.aborted; made += 1) {
        yield PART;
        await (eachMs === 0 ? new Promise(setImmediate) : pause(eachMs));
      }
    } finally {
      over();
    }
  };
  const streamed = route('GET /file', ANYONE, {
    ...{ summary: 'File', description: 'A file.', responses: { 200: {} } },
    handle: () => Promise.resolve({ body: null, stream: { type, version: '1', open } }),
  });
  const app = createApp([streamed], {
    // Less than the duration of the stream.
    ...{ log: silent, ids: randomIds, requestTimeoutMs: 50, cacheBytes: 1_000_000 },
    guard: () => Promise.resolve({}),
    crossOrigin: null,
  });
  const deadlines = { headersMs: 1_000, requestMs: 1_000, stalledMs, checkedEveryMs: 20 };
  const listener = await listen(app, { host: '127.0.0.1', port: 0, deadlines });
  try {
    await test(listener, { ended, made: () => made });
  } finally {
    await listener.close(100);
  }
};

streaming('arrives whole if its parts take longer than a client may stall', () =>
  serving(
    'application/x-bibtex',
    async ({ port }) => {
      const got = await fetch(`http://127.0.0.1:${port}/file`);
      assert.equal((await got.text()).length, 2 * PART.length);
    },
    { stalledMs: 300, most: 2, eachMs: 900 },
  ),
);

streaming('arrives whole, compressed or not', async () => {
  for (const type of ['text/csv', 'application/x-bibtex'])
    await serving(type, async ({ port }, { ended }) => {
      const response = await fetch(`http://127.0.0.1:${port}/file`);
      assert.equal(response.headers.get('content-encoding'), type === 'text/csv' ? 'gzip' : null);
      assert.equal((await response.text()).length, MOST * PART.length);
      await ended;
    });
});

streaming('is not produced for a reader that does not read, who is disconnected', () =>
  serving(
    'application/x-bibtex',
    async ({ port }, { ended, made }) => {
      const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
      socket.pause();
      socket.write('GET /file HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await ended;
      assert.ok(made() < MOST, `${made()} parts`);
      socket.destroy();
    },
    { stalledMs: 150 },
  ),
);

streaming('ends when its client has gone, compressed or not', async () => {
  for (const encoding of ['gzip', 'identity'])
    await serving('text/csv', async ({ port }, { ended, made }) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.write(`GET /file HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${encoding}\r\n\r\n`);
      await once(socket, 'data');
      socket.destroy();
      await ended;
      assert.ok(made() < MOST);
    });
});
