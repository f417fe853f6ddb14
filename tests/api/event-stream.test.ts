/** A streaming response: produced as its client reads it, and ended when the client has gone. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { createApp } from '../../api/http/app.ts';
import { ANYONE } from '../../api/http/access.ts';
import { listen, type Listener } from '../../api/http/server.ts';
import type { Route, StreamedEvent } from '../../api/http/route.ts';
import { randomIds } from '../../infra/system.ts';
import { openEventStream } from '../support/event-stream.ts';
import { silent } from '../support/installation.ts';
import { suite } from '../support/suite.ts';

const LARGE = 'x'.repeat(64 * 1024);
/** More than the sockets of both ends buffer for a reader that does not read. */
const MOST = 64 * 1024 * 1024;

type Source = { readonly route: Route; readonly ended: Promise<void>; made(): number };

const endless = (): Source => {
  let made = 0;
  let over: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (over = resolve));
  const events = async function* (signal: AbortSignal): AsyncIterable<StreamedEvent> {
    try {
      while (!signal.aborted && made * LARGE.length < MOST) {
        made += 1;
        yield { event: 'change', id: String(made), data: { large: LARGE, lines: 'one\ntwo\r\n\n' } };
        await new Promise(setImmediate);
      }
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    } finally {
      over();
    }
  };
  return {
    made: () => made,
    ended,
    route: {
      method: 'GET',
      path: '/followed',
      access: ANYONE,
      ...{ summary: 'Followed', description: 'Followed.', query: {}, responses: { 200: {} }, errors: [] },
      handle: () => Promise.resolve({ body: 'once' }),
      follow: (_request, signal) => events(signal),
    },
  };
};

const serving = async (source: Source, test: (listener: Listener) => Promise<void>): Promise<void> => {
  const app = createApp([source.route], {
    // Far less than the duration of the stream.
    ...{ log: silent, ids: randomIds, requestTimeoutMs: 1, cacheBytes: 0 },
    guard: () => Promise.resolve({}),
    crossOrigin: null,
  });
  const deadlines = { headersMs: 1_000, requestMs: 1_000, stalledMs: 150, checkedEveryMs: 20 };
  const listener = await listen(app, { host: '127.0.0.1', port: 0, deadlines });
  try {
    await test(listener);
  } finally {
    await listener.close(100);
  }
};

const streaming = suite('a stream of events');

streaming('outlasts the request timeout, and is neither cached nor buffered by proxies', () => {
  const source = endless();
  return serving(source, async ({ port }) => {
    const stream = await openEventStream(`http://127.0.0.1:${port}/followed`, { 'accept-encoding': 'gzip' });
    assert.equal(stream.status, 200);
    assert.match(stream.headers['content-type'] ?? '', /^text\/event-stream/u);
    assert.equal(stream.headers['cache-control'], 'no-store');
    assert.equal(stream.headers['x-accel-buffering'], 'no');
    assert.equal(stream.headers['content-encoding'], undefined);
    for (const id of ['1', '2', '3', '4'])
      assert.deepEqual(await stream.next(), { event: 'change', id, data: { large: LARGE, lines: 'one\ntwo\r\n\n' } });
    stream.close();
    await source.ended;
  });
});

streaming('is a single response when no stream is requested', () => {
  const source = endless();
  return serving(source, async ({ port }) => {
    const response = await fetch(`http://127.0.0.1:${port}/followed`);
    assert.equal(await response.json(), 'once');
    assert.equal(source.made(), 0);
  });
});

streaming('buffers nothing for a reader that does not read, and disconnects it', () => {
  const source = endless();
  return serving(source, async ({ port }) => {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
    socket.pause();
    socket.write('GET /followed HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n');
    await source.ended;
    assert.ok(source.made() > 0 && source.made() * LARGE.length < MOST / 2, `${source.made()} events were made`);
    socket.destroy();
  });
});
