/** The answer to what is no request that can be read: Node passes it to no route, and by itself says nothing but a status. */
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { CONNECTION } from '../../domain/limits.ts';
import { inBytes } from './amounts.ts';
import { errorBody, INTEGRATIONS_PREFIX } from './error-body.ts';

type Refusal = { readonly status: number; readonly error: string; readonly accepted: string };

const OTHERWISE: Refusal = { status: 400, error: 'the request cannot be read', accepted: 'a request of HTTP/1.1' };

/** By the code of Node's error. */
const REFUSALS: ReadonlyMap<unknown, Refusal> = new Map([
  [
    'HPE_INVALID_URL',
    {
      status: 400,
      error: 'the address cannot be read',
      accepted: 'an address in ASCII, with any other character percent-encoded, such as %C3%BC for ü',
    },
  ],
  [
    'HPE_HEADER_OVERFLOW',
    { status: 431, error: 'the headers are too long', accepted: `at most ${inBytes(CONNECTION.headerBytes)}` },
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    {
      status: 408,
      error: 'the request took too long',
      accepted: `headers within ${CONNECTION.headersMs / 1_000} seconds, all of it within ${CONNECTION.requestMs / 1_000}`,
    },
  ],
]);

/** As each surface has its errors; whose address it was is not known. */
const written = ({ status, error, accepted }: Refusal): string => {
  const details = { accepted, ...(status === 400 && { errors: [{ message: error }] }) };
  const body = JSON.stringify(errorBody(INTEGRATIONS_PREFIX, { status, body: { error, details }, headers: {} }));
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
};

/** Says why a connection is closed, except in the middle of an answer. */
export const answerNoRequests = (server: Server): void => {
  const unfinished = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on('request', ({ socket }, response) => {
    const responses = unfinished.get(socket) ?? new Set();
    unfinished.set(socket, responses.add(response));
    response.once('close', () => responses.delete(response));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isAnswering = [...(unfinished.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    if (!socket.writable || isAnswering) socket.destroy(error);
    else socket.end(written(REFUSALS.get(error.code) ?? OTHERWISE), () => socket.destroy(error));
  });
};
