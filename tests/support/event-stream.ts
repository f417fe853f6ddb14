/** A client of server-sent events over a real socket, with control over when it reads. */
import assert from 'node:assert/strict';
import { request, type IncomingMessage } from 'node:http';

export type ServerEvent = { readonly event: string; readonly id: string; readonly data: Record<string, unknown> };

export type EventStream = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** The next event; null at the end of the stream. */
  next(): Promise<ServerEvent | null>;
  /** The next one of this name; null at the end of the stream. */
  nextOf(event: string): Promise<ServerEvent | null>;
  /** Resolves when the server has ended it. */
  ended(): Promise<void>;
  close(): void;
};

const eventIn = (block: string): ServerEvent | null => {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)] as const;
    }),
  );
  const [event, id, data] = ['event', 'id', 'data'].map((name) => fields.get(name));
  return event === undefined || id === undefined || data === undefined
    ? null
    : { event, id, data: JSON.parse(data) as Record<string, unknown> };
};

export const openEventStream = async (
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> => {
  const sent = request(address, { headers: { accept: 'text/event-stream', ...headers }, agent: false }).end();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
  });
  // A response that is cut off ends too.
  answer.on('error', () => undefined);
  const chunks = answer.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string>;
  let text = '';
  const more = async (): Promise<boolean> => {
    const chunk = await chunks.next().catch(() => null);
    if (chunk === null || chunk.done === true) return false;
    text += chunk.value;
    return true;
  };
  const next = async (): Promise<ServerEvent | null> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end !== -1) {
        const received = eventIn(text.slice(0, end));
        text = text.slice(end + 2);
        assert.ok(received, 'an event without its parts');
        return received;
      }
      if (!(await more())) return null;
    }
  };
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    next,
    nextOf: async (event) => {
      for (let received = await next(); received !== null; received = await next())
        if (received.event === event) return received;
      return null;
    },
    ended: async () => {
      while (await more());
    },
    close: () => sent.destroy(),
  };
};
