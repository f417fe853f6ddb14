/** A listener that starts, bounds what a connection may take, and stops without cutting anybody off in mid-answer. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import { CONNECTION } from '../../domain/limits.ts';
import { boundConnections, type ConnectionBound } from './connections.ts';
import { answerNoRequests } from './no-request.ts';

export type Listener = {
  readonly port: number;
  /** Open now, whether or not a request is under way. */
  connections(): Promise<number>;
  /** Stops accepting, lets requests under way finish for at most `graceMs`, then closes what is left. */
  close(graceMs?: number): Promise<void>;
};

export type ListenOptions = {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Default: any number of connections. */
  readonly bound?: ConnectionBound;
  /** Default: those of the table of limits. */
  readonly deadlines?: Deadlines;
};

/** Milliseconds. */
export type Deadlines = Readonly<Record<'headersMs' | 'requestMs' | 'stalledMs' | 'checkedEveryMs', number>>;

const KEEP_ALIVE_MS = 5_000;
const GRACE_MS = 10_000;
const SWEEP_MS = 50;

/** A client that takes nothing of an answer for so long is cut off; the server resets this for the next request. */
const endStalled = (response: ServerResponse, stalledMs: number): void => {
  const bound = (): void => void response.socket?.setTimeout(stalledMs);
  response.once('prefinish', bound);
  // A stream has no end to wait for, and says something more often than that.
  response.once('pipe', bound);
};

/** Rejects with the system's error (`EADDRINUSE`, …). */
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
    },
    (request, response) => {
      endStalled(response, stalledMs);
      void handle(request, response);
    },
  );
  answerNoRequests(server);
  if (options.bound !== undefined) boundConnections(server, options.bound);
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => new Promise((resolve) => server.getConnections((_error, count = 0) => resolve(count))),
    close: (graceMs = GRACE_MS) =>
      new Promise((resolve) => {
        const hurry = setTimeout(() => server.closeAllConnections(), graceMs);
        // A connection becomes idle when its last answer is out, and would then be kept for its keep-alive time.
        const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
        server.close(() => {
          clearTimeout(hurry);
          clearInterval(sweep);
          resolve();
        });
      }),
  };
};
