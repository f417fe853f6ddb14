/**
 * How many appends the client is given at once.
 *
 * Its queue of unsent messages rejects into nobody's hands when the connection breaks, which ends the process; below
 * the sixteen messages that a gRPC call buffers nothing is ever queued (measured: a server that stalled and died under
 * 200 appends left 168 unhandled rejections, under fifteen none). So no more than that are on their way, and a place is
 * given back only when the client has settled, also long after the caller has gone.
 */
import { pause, within } from './time.ts';

const PLACES = 15;
/** Twice the client's keep-alive, which by then has rejected everything that a dead connection held. */
const STUCK_MS = 40_000;

export class Window {
  readonly #reset: () => Promise<void>;
  readonly #waiting: (() => void)[] = [];
  #free = PLACES;

  /** `reset` makes the client reject all that it holds. */
  constructor(reset: () => Promise<void>) {
    this.#reset = reset;
  }

  /** Throws `TimedOut` when neither a place nor an answer is had in time. */
  async run<T>(ms: number, work: (left: number) => Promise<T>): Promise<T> {
    const since = performance.now();
    await this.#place(ms);
    const left = ms - (performance.now() - since);
    const running = work(left);
    const stuck = setTimeout(() => void this.#reset().catch(() => undefined), STUCK_MS).unref();
    const settled = (): void => {
      clearTimeout(stuck);
      this.#giveBack();
    };
    running.then(settled, settled);
    return within(left, running);
  }

  /** Resolves when nothing is on its way any more, or after so many milliseconds. */
  async drained(ms: number): Promise<void> {
    const end = performance.now() + ms;
    while (this.#free < PLACES && performance.now() < end) await pause(5);
  }

  async #place(ms: number): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    let wake = (): void => undefined;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    this.#waiting.push(wake);
    try {
      await within(ms, woken);
    } catch (error) {
      const index = this.#waiting.indexOf(wake);
      if (index < 0) this.#giveBack();
      else this.#waiting.splice(index, 1);
      throw error;
    }
  }

  #giveBack(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
