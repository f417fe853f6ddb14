/** What long work reports to the command line. */

/** How far a step has come, of how much: called as often as is convenient, each step by its name. */
export type Steps = (what: string, done: number, total: number) => void;

/** A command was interrupted before it was done. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  /** `remains`: what is left to do, and how to go on with it. */
  constructor(remains: string) {
    super(`interrupted: ${remains}`);
  }
}

/** Takes whatever fails after the signal for the interruption that it is. */
export const interruptedBy =
  (signal: AbortSignal, remains: string) =>
  (error: unknown): never => {
    throw signal.aborted ? new Interrupted(remains) : error;
  };
