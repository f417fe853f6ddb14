/** A provider with scripted responses, one for each request, over a real socket. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Reaction = (response: ServerResponse, request: IncomingMessage) => void;

export type Answering = {
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
  /** The maximum number of concurrent requests so far. */
  readonly maxConcurrent: number;
  close(): Promise<void>;
};

/** The reactions in turn, repeating the last. */
export const answering = async (...reactions: readonly Reaction[]): Promise<Answering> => {
  const requests: IncomingMessage[] = [];
  let present = 0;
  let maxConcurrent = 0;
  const server = createServer((request, response) => {
    const react = reactions[Math.min(requests.length, reactions.length - 1)];
    requests.push(request);
    present += 1;
    maxConcurrent = Math.max(maxConcurrent, present);
    response.once('close', () => (present -= 1));
    react?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get maxConcurrent() {
      return maxConcurrent;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export const json =
  (body: unknown, headers: Readonly<Record<string, string>> = {}): Reaction =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}, body = ''): Reaction =>
  (response) =>
    response.writeHead(code, headers).end(body);

/** The connection breaks before, or in the middle of, the response. */
export const hangUp: Reaction = (response) => response.socket?.destroy();
export const breakOff: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"message":', () => response.socket?.destroy());
};
export const silence: Reaction = () => undefined;
