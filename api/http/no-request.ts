/** Answers unreadable requests, which Node passes to no route and answers with a bare status. */
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { CONNECTION } from '../../domain/limits.ts';
import { ownOf } from '../../domain/own.ts';
import { formatBytes } from './amounts.ts';
import { errorBody, INTEGRATIONS_PREFIX } from './error-body.ts';

type Refusal = { readonly status: number; readonly error: string; readonly accepted: string };

const DEFAULT: Refusal = { status: 400, error: 'the request cannot be read', accepted: 'an HTTP/1.1 request' };

/** By Node's error code. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_INVALID_URL: {
    status: 400,
    error: 'the address cannot be read',
    accepted: 'an address in ASCII, with any other character percent-encoded, such as %C3%BC for ü',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: 'the headers are too long',
    accepted: `at most ${formatBytes(CONNECTION.headerBytes)}`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: 'the request took too long',
    accepted: `headers within ${CONNECTION.headersMs / 1_000} seconds, all of it within ${CONNECTION.requestMs / 1_000}`,
  },
};

/** The address is unknown, so the body has the shape of the integrations API, which suits every surface. */
const responseText = ({ status, error, accepted }: Refusal): string => {
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

/** Answers with the reason before closing a connection, except in the middle of an answer. */
export const answerUnreadableRequests = (server: Server): void => {
  const unfinished = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on('request', ({ socket }, response) => {
    const responses = unfinished.get(socket) ?? new Set();
    unfinished.set(socket, responses.add(response));
    response.once('close', () => responses.delete(response));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isAnswering = [...(unfinished.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    if (!socket.writable || isAnswering) socket.destroy(error);
    else socket.end(responseText(ownOf(REFUSALS, error.code ?? '') ?? DEFAULT), () => socket.destroy(error));
  });
};
