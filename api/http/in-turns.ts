/** Exports take turns, each with a rest as long as its work: all of them together leave half of the time to other requests. */
import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';

const turns = new PQueue({ concurrency: 1 });

export const inTurns = async function* <Part>(parts: AsyncIterable<Part>, signal: AbortSignal): AsyncIterable<Part> {
  const all = parts[Symbol.asyncIterator]();
  const next = async (): Promise<IteratorResult<Part>> => {
    const began = performance.now();
    const part = await all.next();
    await pause(performance.now() - began, undefined, { signal });
    return part;
  };
  for (;;) {
    const part = await turns.add(next, { signal });
    if (part.done === true) return;
    yield part.value;
  }
};
