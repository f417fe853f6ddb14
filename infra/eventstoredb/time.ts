/** Timers around the client's calls, which miss their deadlines if a server is stopped. */
import { within as bounded } from '../../commands/within.ts';
import { TimedOut } from './failures.ts';

/** The promise, or `TimedOut` after this many milliseconds. Its later outcome is ignored, without an unhandled rejection. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  bounded(Math.max(1, ms), work, () => {
    throw new TimedOut(`no answer within ${Math.round(ms)} ms`);
  });

export class Deadline {
  readonly #at: number;

  constructor(ms: number) {
    this.#at = performance.now() + ms;
  }

  get left(): number {
    return Math.max(0, this.#at - performance.now());
  }
}
