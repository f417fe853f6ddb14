/** A request body is parsed as a whole, or the request is refused. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { REQUEST } from '../../domain/limits.ts';
import { staffed } from '../support/staffed.ts';
import { suite } from '../support/suite.ts';

const bodies = suite('the body of a request');
const { dashboard, admin } = await staffed(bodies);

const CLEAR = '/api/site-tools/clear-stuck-jobs';
const DRY_RUN = JSON.stringify({ dryRun: true, reason: 'Müller asked' });

type Sent = { readonly status: number; readonly answer: Readonly<Record<string, unknown>> };

const send = async (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Sent> => {
  const response = await dashboard.fetch(CLEAR, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, answer: (await response.json()) as Sent['answer'] };
};

/** A dry run without its body would be a real one. */
const isReadAsDryRun = async (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Promise<void> => {
  const { status, answer } = await send(body, headers);
  assert.equal(status, 200, JSON.stringify([headers, answer]));
  assert.equal(answer['dryRun'], true, JSON.stringify(headers));
};

bodies('is read whatever parameters its media type has', async () => {
  for (const type of [
    'application/json;',
    'APPLICATION/JSON',
    'application/json; charset=UTF-8',
    'application/json; charset=',
    'application/json;profile=https://example.org/profile',
    'application/json;charset=utf-8, application/json',
    'application/vnd.example+json',
  ])
    await isReadAsDryRun(DRY_RUN, { 'content-type': type });
});

bodies('is read in each content coding that is accepted', async () => {
  await isReadAsDryRun(gzipSync(DRY_RUN), { 'content-encoding': 'gzip' });
  await isReadAsDryRun(gzipSync(DRY_RUN), { 'content-encoding': 'GZIP' });
  await isReadAsDryRun(deflateSync(DRY_RUN), { 'content-encoding': 'deflate' });
  await isReadAsDryRun(brotliCompressSync(DRY_RUN), { 'content-encoding': 'br' });
  await isReadAsDryRun(DRY_RUN, { 'content-encoding': 'identity' });
  for (const coding of ['bogus', 'constructor', 'gzip, gzip'])
    assert.equal((await send(DRY_RUN, { 'content-encoding': coding })).status, 415, coding);
});

bodies('is refused unless it is valid UTF-8, as characters would be lost', async () => {
  const { status, answer } = await send(Buffer.from(DRY_RUN, 'latin1'));
  assert.equal(status, 400);
  assert.equal(answer['code'], 'invalid_json');
  assert.match((answer['details'] as { readonly accepted: string }).accepted, /in UTF-8/u);
  assert.equal((await send(Buffer.from(DRY_RUN, 'utf16le'))).status, 400);
  await isReadAsDryRun(`\ufeff${DRY_RUN}`, {});
});

bodies('is refused if it is damaged, contains a prototype or has a number that would become null', async () => {
  for (const body of [gzipSync(DRY_RUN).subarray(0, 20), DRY_RUN])
    assert.equal((await send(body, { 'content-encoding': 'gzip' })).status, 400);
  for (const body of [
    '{"dryRun":true',
    '{"dryRun":true,"__proto__":{}}',
    '{"reason":[{"__proto__":1}]}',
    '{"reason":[{"n":1e400}]}',
  ])
    assert.equal((await send(body)).answer['code'], 'invalid_json', body);
});

bodies('that is refused before its end closes the connection, so that no later request waits behind it', async () => {
  const { hostname, port } = new URL(dashboard.listening);
  const socket = connect(Number(port), hostname);
  const length = REQUEST.bodyBytes / 2;
  const head = [
    `POST ${CLEAR} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}`,
    `Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(length)}`);
  // Data in transit when the server closes may cut the response off.
  socket.on('error', () => undefined).resume();
  await new Promise((resolve) => socket.once('close', resolve));
});

bodies('is limited after decompression', async () => {
  const { status, answer } = await send(gzipSync(Buffer.alloc(20 * REQUEST.bodyBytes, ' ')), {
    'content-encoding': 'gzip',
  });
  assert.equal(status, 413, JSON.stringify(answer));
  assert.equal((await send(' '.repeat(REQUEST.bodyBytes + 1))).status, 413);
});

bodies('is refused by its schema whatever its properties are called', async () => {
  const { status } = await send(JSON.stringify({ toString: {}, reason: { toString: null } }));
  assert.equal(status, 400);
});
