/** Timers around the client's calls, which miss their deadlines if a server is stopped, and pauses between attempts. */
import { setTimeout as sleep } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import { TimedOut } from './failures.ts';

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 2_000;

/** The promise, or `TimedOut` after this many milliseconds. Its later outcome is ignored, without an unhandled rejection. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  pTimeout(work, { milliseconds: Math.max(1, ms), message: new TimedOut(`no answer within ${Math.round(ms)} ms`) });

/** Exponential backoff with full jitter, so many callers do not return simultaneously. Milliseconds. */
export const pauseBefore = (attempt: number): number =>
  Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);

/** Waits; returns early, without an error, when the signal is aborted. */
export const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
};

export class Deadline {
  readonly #at: number;

  constructor(ms: number) {
    this.#at = performance.now() + ms;
  }

  get left(): number {
    return Math.max(0, this.#at - performance.now());
  }
}
