/**
 * Limits the client's concurrent appends.
 *
 * When the connection breaks, the client's queue of unsent messages causes unhandled rejections, which end the process.
 * Nothing is queued below the sixteen messages that a gRPC call buffers (measured: a server that stalled and died under
 * 200 appends left 168 unhandled rejections, under fifteen none). So no more than that are in flight, and a slot is
 * released only when the client has settled, even long after the caller has given up.
 */
import PQueue from 'p-queue';
import { TimedOut } from './failures.ts';
import { Deadline, within } from './time.ts';

const PLACES = 15;
/** Twice the client's keep-alive, which has rejected all calls of a dead connection by then. */
const STUCK_MS = 40_000;

export class Window {
  readonly #reset: () => Promise<void>;
  readonly #queue = new PQueue({ concurrency: PLACES });

  /** `reset` makes the client reject all pending calls. */
  constructor(reset: () => Promise<void>) {
    this.#reset = reset;
  }

  /** Throws `TimedOut` if it gets no slot or no answer in time. */
  run<T>(ms: number, work: (left: number) => Promise<T>): Promise<T> {
    const deadline = new Deadline(ms);
    const running = this.#queue.add(async () => {
      // The caller has given up.
      if (deadline.left === 0) throw new TimedOut('no slot in time');
      const stuck = setTimeout(() => void this.#reset().catch(() => undefined), STUCK_MS).unref();
      try {
        return await work(deadline.left);
      } finally {
        clearTimeout(stuck);
      }
    });
    return within(ms, running);
  }

  /** Resolves when nothing is in flight, or after this many milliseconds. */
  async drained(ms: number): Promise<void> {
    await within(ms, this.#queue.onIdle()).catch(() => undefined);
  }
}
