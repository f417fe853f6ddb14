/** Starts a listener, limits each connection, and shuts down without interrupting answers. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import { CONNECTION } from '../../domain/limits.ts';
import { boundConnections, type ConnectionBound } from './connections.ts';
import { answerUnreadableRequests } from './no-request.ts';

export type Listener = {
  readonly port: number;
  /** Open connections, idle ones included. */
  connections(): Promise<number>;
  /** Stops accepting, waits at most `graceMs` for requests in progress, then closes the remaining connections. */
  close(graceMs?: number): Promise<void>;
};

export type ListenOptions = {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Default: unlimited connections. */
  readonly bound?: ConnectionBound;
  /** Default: `CONNECTION` of the table of limits. */
  readonly deadlines?: Deadlines;
};

/** Milliseconds. */
export type Deadlines = Readonly<Record<'headersMs' | 'requestMs' | 'stalledMs' | 'checkedEveryMs', number>>;

const KEEP_ALIVE_MS = 5_000;
const GRACE_MS = 10_000;
const SWEEP_MS = 50;

/** Disconnects a client that reads nothing of an answer for `stalledMs`; the server resets the timeout for the next request. */
const endStalled = (response: ServerResponse, stalledMs: number): void => {
  const start = (): void => void response.socket?.setTimeout(stalledMs);
  response.once('prefinish', start);
  // An event stream never ends, and writes more often than that.
  response.once('pipe', start);
};

/** Rejects with the system error (`EADDRINUSE`, …). */
export const listen = async (app: Koa, options: ListenOptions): Promise<Listener> => {
  const { headersMs, requestMs, stalledMs, checkedEveryMs }: Deadlines = options.deadlines ?? CONNECTION;
  const handle = app.callback();
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkedEveryMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: CONNECTION.headerBytes,
      // Node's refusal has no body; the application refuses the request with one.
      requireHostHeader: false,
    },
    (request, response) => {
      endStalled(response, stalledMs);
      void handle(request, response);
    },
  );
  answerUnreadableRequests(server);
  if (options.bound !== undefined) boundConnections(server, options.bound);
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => new Promise((resolve) => server.getConnections((_error, count = 0) => resolve(count))),
    close: (graceMs = GRACE_MS) =>
      new Promise((resolve) => {
        const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
        // A connection becomes idle after its last answer, and would stay open for its keep-alive time.
        const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
        server.close(() => {
          clearTimeout(deadline);
          clearInterval(sweep);
          resolve();
        });
      }),
  };
};
