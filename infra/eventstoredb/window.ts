/**
 * Limits the client's concurrent appends.
 *
 * When the connection breaks, the client's queue of unsent messages causes unhandled rejections, which end the process.
 * Nothing is queued below the sixteen messages that a gRPC call buffers (measured: a server that stalled and died under
 * 200 appends left 168 unhandled rejections, under fifteen none). So no more than that are in flight, and a slot is
 * released only when the client has settled, even long after the caller has given up.
 */
import { pause, within } from './time.ts';

const PLACES = 15;
/** Twice the client's keep-alive, which has rejected all calls of a dead connection by then. */
const STUCK_MS = 40_000;

export class Window {
  readonly #reset: () => Promise<void>;
  readonly #waiting: (() => void)[] = [];
  #free = PLACES;

  /** `reset` makes the client reject all pending calls. */
  constructor(reset: () => Promise<void>) {
    this.#reset = reset;
  }

  /** Throws `TimedOut` if it gets no slot or no answer in time. */
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

  /** Resolves when nothing is in flight, or after this many milliseconds. */
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
