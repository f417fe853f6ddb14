/** Reading long streams without slowing down others. */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore } from './ports.ts';

/** Short reads do not rest. */
const WORK_MS = 5;

/**
 * The event store for work on one signal: its reads of streams throw the signal's reason once it is aborted. A long one rests, each time
 * `rests` times as long as it has worked: parsing large events would otherwise take all of the thread's time.
 */
export const readingUntil = (events: EventStore, signal: AbortSignal, rests = 0): EventStore => ({
  ...events,
  readStream: async function* (stream, options) {
    let began = performance.now();
    for await (const event of events.readStream(stream, options)) {
      signal.throwIfAborted();
      yield event;
      const worked = performance.now() - began;
      if (rests === 0 || worked < WORK_MS) continue;
      await pause(worked * rests, undefined, { signal });
      began = performance.now();
    }
  },
});
