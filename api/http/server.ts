/** A listener that starts, and stops without cutting anybody off in mid-answer. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';

export type Listener = {
  readonly port: number;
  /** Open now, whether or not a request is under way. */
  connections(): Promise<number>;
  /** Stops accepting, lets requests under way finish for at most `graceMs`, then closes what is left. */
  close(graceMs?: number): Promise<void>;
};

/** Room for the longest query that any route takes, percent-encoded. */
const HEADER_BYTES = 64 * 1024;
/** How long a client may take to send its whole request. */
const RECEIVE_TIMEOUT_MS = 15_000;
const GRACE_MS = 10_000;
const SWEEP_MS = 50;

const bound = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** Port 0 takes a free one. Rejects with the system's error (`EADDRINUSE`, …). */
export const listen = async (
  app: Koa,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listener> => {
  const handle = app.callback();
  const server = createServer(
    { requestTimeout: RECEIVE_TIMEOUT_MS, keepAliveTimeout: 5_000, maxHeaderSize: HEADER_BYTES },
    (request, response) => {
      void handle(request, response);
    },
  );
  await bound(server, host, port);
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
