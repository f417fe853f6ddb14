/** The limits of a connection: time for a request, and a number of connections per address. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from '../../api/http/app.ts';
import { ANYONE } from '../../api/http/access.ts';
import { listen, type Deadlines, type Listener } from '../../api/http/server.ts';
import type { Route } from '../../api/http/route.ts';
import type { Log } from '../../commands/ports.ts';
import { CONNECTION } from '../../domain/limits.ts';
import { randomIds } from '../../infra/system.ts';
import { silent } from '../support/installation.ts';
import { suite } from '../support/suite.ts';

const LARGE = 'x'.repeat(40 * 1024 * 1024);
/** Nobody waits for it. */
const LATER_MS = 60_000;
let beginning: () => void = () => undefined;

type Rest = Pick<Route, 'method' | 'path' | 'handle'> & { readonly body?: Exclude<Route['body'], undefined> };

const route = (rest: Rest): Route => ({
  access: ANYONE,
  summary: rest.path,
  description: rest.path,
  query: {},
  responses: { 200: {} },
  errors: [],
  ...rest,
});

const ROUTES = [
  route({ method: 'GET', path: '/small', handle: () => Promise.resolve({ body: 'ok' }) }),
  route({ method: 'GET', path: '/large', handle: () => Promise.resolve({ body: LARGE }) }),
  route({
    ...{ method: 'GET', path: '/slow' },
    handle: async ({ signal }) => {
      beginning();
      return { body: await pause(LATER_MS, 'late', { signal }) };
    },
  }),
  route({ method: 'POST', path: '/sent', body: { type: 'object' }, handle: () => Promise.resolve({ body: 'ok' }) }),
];

const QUICK: Deadlines = { headersMs: 150, requestMs: 300, stalledMs: 150, checkedEveryMs: 20 };

const serve = (options: Partial<Parameters<typeof listen>[1]>, log: Log = silent): Promise<Listener> => {
  const app = createApp(ROUTES, {
    ...{ log, ids: randomIds, requestTimeoutMs: 10_000, cacheBytes: 0 },
    guard: () => Promise.resolve({}),
    crossOrigin: null,
  });
  return listen(app, { host: '127.0.0.1', port: 0, ...options });
};

type Client = { readonly socket: Socket; readonly opened: Promise<void>; readonly closed: Promise<string> };

const client = ({ port }: Listener, { from = '127.0.0.1' } = {}): Client => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  let got = '';
  socket.on('data', (chunk) => (got += chunk.toString('latin1'))).on('error', () => undefined);
  return {
    socket,
    opened: new Promise((resolve) => socket.once('connect', resolve)),
    closed: new Promise((resolve) => socket.once('close', () => resolve(got))),
  };
};

/** Sends byte after byte until the connection is closed. */
const dripping = async ({ socket, opened, closed }: Client, first: string): Promise<string> => {
  await opened;
  socket.write(first);
  const timer = setInterval(() => socket.writable && socket.write('a'), 20);
  const got = await closed;
  clearInterval(timer);
  return got;
};

const receiving = suite('a connection');

receiving('without a request is closed', async () => {
  const listener = await serve({ deadlines: QUICK });
  await client(listener).closed;
  await listener.close(0);
});

receiving('with endless headers is closed, however steadily they are sent', async () => {
  const listener = await serve({ deadlines: QUICK });
  const got = await dripping(client(listener), 'GET /small HTTP/1.1\r\nHost: x\r\nX-A: ');
  assert.match(got, /^HTTP\/1\.1 408 /u);
  await listener.close(0);
});

receiving('with an endless body is closed, however steadily it is sent', async () => {
  const listener = await serve({ deadlines: QUICK });
  const head = 'POST /sent HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n';
  assert.match(await dripping(client(listener), `${head}{"`), /^HTTP\/1\.1 408 /u);
  await listener.close(0);
});

receiving('that does not read its response is closed', async () => {
  const listener = await serve({ deadlines: QUICK });
  const { socket, opened } = client(listener);
  await opened;
  socket.pause();
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  while ((await listener.connections()) === 0) await new Promise(setImmediate);
  while ((await listener.connections()) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  socket.destroy();
  await listener.close(0);
});

receiving('whose client has gone aborts the request, which is not logged as a failure', async () => {
  const failures: unknown[] = [];
  let answered: (line: unknown) => void = () => undefined;
  const line = new Promise<unknown>((resolve) => (answered = resolve));
  const log = { ...silent, info: answered, error: (fields: unknown): void => void failures.push(fields) };
  const begun = new Promise<void>((resolve) => (beginning = resolve));
  const listener = await serve({}, log);
  const { socket, opened } = client(listener);
  await opened;
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await begun;
  socket.destroy();
  const { route: requested, status } = (await line) as { route: string; status: number };
  await listener.close(0);
  assert.deepEqual([requested, status, failures], ['/slow', 499, []]);
});

receiving('has limits by default', () => {
  assert.ok(CONNECTION.headersMs <= CONNECTION.requestMs && CONNECTION.requestMs <= 60_000);
  assert.ok(CONNECTION.perAddress > 0);
});

receiving('beyond the limit of its address is closed, unlike others and later ones', async () => {
  const logged: string[] = [];
  const log = { ...silent, warn: (_fields: unknown, message: string): void => void logged.push(message) };
  const bound = { perAddress: 3, isExempt: (address: string) => address === '127.0.0.9', log };
  const listener = await serve({ bound });
  const held = [client(listener), client(listener), client(listener)];
  await Promise.all(held.map(({ opened }) => opened));
  assert.equal(await client(listener).closed, '');
  assert.equal(await client(listener).closed, '');
  assert.deepEqual(logged, ['connection limit of an address reached: closing further connections']);

  const served = async (one: Client): Promise<string> => {
    await one.opened;
    one.socket.write('GET /small HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return one.closed;
  };
  assert.match(await served(client(listener, { from: '127.0.0.2' })), /^HTTP\/1\.1 200 /u);
  const proxied = Array.from({ length: 5 }, () => client(listener, { from: '127.0.0.9' }));
  await Promise.all(proxied.map(({ opened }) => opened));
  for (const each of proxied) assert.match(await served(each), /^HTTP\/1\.1 200 /u);

  held[0]?.socket.destroy();
  await held[0]?.closed;
  let answer = '';
  while (answer === '') answer = await served(client(listener));
  assert.match(answer, /^HTTP\/1\.1 200 /u);
  for (const { socket } of held) socket.destroy();
  await listener.close(0);
});

receiving('with two Host headers or none is refused, but HTTP/1.0 may omit it', async () => {
  const listener = await serve({});
  const answerTo = async (text: string): Promise<string> => {
    const { socket, opened, closed } = client(listener);
    await opened;
    socket.write(text);
    return closed;
  };
  for (const hosts of ['Host: x\r\nhOst: y\r\n', '']) {
    const got = await answerTo(`GET /small HTTP/1.1\r\n${hosts}\r\n`);
    assert.match(got, /^HTTP\/1\.1 400 /u);
    assert.match(got, /"field":"Host"/u);
  }
  assert.match(await answerTo('GET /small HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /u);
  await listener.close(0);
});

receiving('sends Strict-Transport-Security, with subdomains only where that is configured', async () => {
  const listener = await serve({});
  const { headers } = await fetch(`http://127.0.0.1:${listener.port}/small`);
  assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
  await listener.close(0);
});

receiving('gets the reason why it is closed if it sends no valid request', async () => {
  const listener = await serve({ deadlines: QUICK });
  const askedFor = async (text: string): Promise<readonly [string, Readonly<Record<string, unknown>>]> => {
    const { socket, opened, closed } = client(listener);
    await opened;
    socket.write(Buffer.from(text, 'latin1'));
    const [head = '', body = ''] = (await closed).split('\r\n\r\n');
    return [head.split('\r\n')[0] ?? '', JSON.parse(body) as Readonly<Record<string, unknown>>];
  };
  const [status, body] = await askedFor('GET /small?q=Müller HTTP/1.1\r\nHost: x\r\n\r\n');
  assert.equal(status, 'HTTP/1.1 400 Bad Request');
  assert.equal(body['error'], 'the address cannot be read');
  assert.match(JSON.stringify(body['details']), /percent-encoded/u);
  for (const [text, expected] of [
    ['POST /sent HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    [`GET /small HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(CONNECTION.headerBytes)}\r\n\r\n`, 431],
    ['GET /small HTTP/1.1\r\nHost: x\r\n', 408],
  ] as const) {
    const [line, { error, code, details }] = await askedFor(text);
    assert.match(line, new RegExp(`^HTTP/1\\.1 ${expected} `, 'u'));
    assert.ok(error !== undefined && code !== undefined && details !== undefined, line);
  }
  await listener.close(0);
});

receiving('is closed without further output in the middle of a response', async () => {
  const listener = await serve({});
  const { socket, opened, closed } = client(listener);
  await opened;
  socket.once('data', () => socket.write('no request\r\n\r\n'));
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  assert.equal((await closed).match(/HTTP\/1\.1/gu)?.length, 1);
  await listener.close(0);
});
