/** An answer that is sent as it is produced, and that a client which reads slowly does not accumulate in memory. */
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { Streamed } from './route.ts';

/** Throws what the first part throws: the status is not sent yet. A later failure disconnects the client, so that it knows. */
export const streamed = async (ctx: Context, open: Streamed['open']): Promise<Readable> => {
  if (ctx.method === 'HEAD') return Readable.from([]);
  const aborter = new AbortController();
  ctx.res.once('close', () => aborter.abort());
  if (ctx.res.closed) aborter.abort();
  const parts = open(aborter.signal)[Symbol.asyncIterator]();
  const first = await parts.next();
  /** While the server works, the client has nothing to read, which does not count as stalled. */
  const next = async (): ReturnType<typeof parts.next> => {
    const { socket } = ctx.res;
    const stalledMs = socket?.timeout ?? 0;
    socket?.setTimeout(0);
    try {
      return await parts.next();
    } finally {
      socket?.setTimeout(stalledMs);
    }
  };
  const all = async function* (): AsyncIterable<string | Uint8Array> {
    try {
      for (let part = first; part.done !== true; part = await next()) yield part.value;
    } finally {
      await parts.return?.();
    }
  };
  const body = Readable.from(all(), { highWaterMark: 1 });
  // Compression does not pass either on.
  body.once('error', () => ctx.res.destroy());
  ctx.res.once('close', () => body.destroy());
  return body;
};
