/** The listener for monitoring: metrics, liveness and readiness. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../../commands/ports.ts';
import type { Readiness } from './readiness.ts';

type Sources = {
  readonly metrics: () => Promise<{ readonly type: string; readonly text: string }>;
  readonly readiness: () => Promise<Readiness>;
};

const UNAVAILABLE = 503;
// Monitoring polls rarely: a kept-alive connection would have been closed by the next request.
const HEADERS = { Connection: 'close', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

const send = (response: ServerResponse, status: number, type: string, text: string): void =>
  void response.writeHead(status, { ...HEADERS, 'Content-Type': type }).end(text);

const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(body));

const answer = async (path: string, { metrics, readiness }: Sources, response: ServerResponse): Promise<void> => {
  if (path === '/metrics') {
    const { type, text } = await metrics();
    send(response, 200, type, text);
  } else if (path === '/health/live') sendJson(response, 200, { status: 'ok' });
  else if (path === '/health/ready') {
    const { isReady, body } = await readiness();
    sendJson(response, isReady ? 200 : UNAVAILABLE, body);
  } else sendJson(response, 404, { error: 'no such address' });
};

/** Port 0 takes a free one. Rejects with the system's error (`EADDRINUSE`, …). */
export const listenForWatchers = async (
  { host, port, log }: { readonly host: string; readonly port: number; readonly log: Log },
  sources: Sources,
) => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      sendJson(response, 405, { error: 'this address does not accept that method' });
      return;
    }
    const [path = ''] = (request.url ?? '').split('?');
    answer(path, sources, response).catch((error: unknown) => {
      log.error({ path, err: error }, 'a monitoring request failed');
      sendJson(response, 500, { error: 'internal error' });
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
