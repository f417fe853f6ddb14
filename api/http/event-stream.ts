/** Server-sent events (HTML Living Standard §9.2): an answer that goes on for as long as its client stays. */
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { StreamedEvent } from './route.ts';

const TYPE = 'text/event-stream';

/** How long a browser waits before it connects again. */
const RETRY_MS = 3_000;

export const wantsEvents = (ctx: Context): boolean => ctx.method === 'GET' && ctx.get('Accept').includes(TYPE);

/** JSON has no line breaks outside of texts, and escapes those within. */
const written = ({ event, id, data }: StreamedEvent): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const lines = async function* (events: AsyncIterable<StreamedEvent>): AsyncIterable<string> {
  yield `retry: ${RETRY_MS}\n`;
  for await (const event of events) yield written(event);
};

/** Events are made as the client takes them: of one that is slow, none wait in memory. */
export const sendEvents = (ctx: Context, open: (gone: AbortSignal) => AsyncIterable<StreamedEvent>): void => {
  const gone = new AbortController();
  ctx.res.once('close', () => gone.abort());
  if (ctx.res.closed) gone.abort();
  const events = open(gone.signal);
  ctx.compress = false;
  ctx.set('Cache-Control', 'no-store');
  // A proxy that gathers an answer before it passes it on would keep the events back.
  ctx.set('X-Accel-Buffering', 'no');
  ctx.type = TYPE;
  ctx.body = Readable.from(lines(events), { highWaterMark: 1 });
};
