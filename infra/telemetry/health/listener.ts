/** The listener for those who watch over the process: metrics, and whether it lives and is ready. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../../commands/ports.ts';
import type { Readiness } from './readiness.ts';

type Told = {
  readonly metrics: () => Promise<{ readonly type: string; readonly text: string }>;
  readonly readiness: () => Promise<Readiness>;
};

const UNAVAILABLE = 503;
// Who watches asks seldom: a connection that is kept for the next time would be found closed.
const HEADERS = { Connection: 'close', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

const send = (response: ServerResponse, status: number, type: string, text: string): void =>
  void response.writeHead(status, { ...HEADERS, 'Content-Type': type }).end(text);

const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(body));

const answer = async (path: string, { metrics, readiness }: Told, response: ServerResponse): Promise<void> => {
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
  told: Told,
) => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      sendJson(response, 405, { error: 'this address does not take that method' });
      return;
    }
    const [path = ''] = (request.url ?? '').split('?');
    answer(path, told, response).catch((error: unknown) => {
      log.error({ path, err: error }, 'what watches over the process was not answered');
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
