/** Server-sent events (HTML Living Standard §9.2): an answer that lasts until the client disconnects. */
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { StreamedEvent } from './route.ts';

const TYPE = 'text/event-stream';

/** How long a browser waits before it reconnects. */
const RETRY_MS = 3_000;

export const wantsEvents = (ctx: Context): boolean => ctx.method === 'GET' && ctx.get('Accept').includes(TYPE);

/** `data` fits on one line: JSON escapes line breaks. */
const lines = async function* (events: AsyncIterable<StreamedEvent>): AsyncIterable<string> {
  yield `retry: ${RETRY_MS}\n`;
  for await (const { event, id, data } of events) yield `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
};

/** Produces events as the client reads them, so that none accumulate in memory for a slow client. */
export const sendEvents = (ctx: Context, open: (signal: AbortSignal) => AsyncIterable<StreamedEvent>): void => {
  const aborter = new AbortController();
  ctx.res.once('close', () => aborter.abort());
  if (ctx.res.closed) aborter.abort();
  const events = open(aborter.signal);
  ctx.compress = false;
  ctx.set('Cache-Control', 'no-store');
  // A buffering proxy would delay the events.
  ctx.set('X-Accel-Buffering', 'no');
  ctx.type = TYPE;
  ctx.body = Readable.from(lines(events), { highWaterMark: 1 });
};
