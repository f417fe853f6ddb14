/** How long-running work reports its steps, and that it was interrupted. */

/** Reports the progress of a named step, as often as convenient. */
export type Steps = (what: string, done: number, total: number) => void;

export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  /** `remains`: what is left to do, and how to resume. */
  constructor(remains: string) {
    super(`interrupted: ${remains}`);
  }
}

/** Rethrows errors; after the signal, as `Interrupted`. */
export const interruptedBy =
  (signal: AbortSignal, remains: string) =>
  (error: unknown): never => {
    throw signal.aborted ? new Interrupted(remains) : error;
  };
