/** Temporary space for what a catch-up sorts. */

export type Spill = {
  /** The lines of a part, counted from 0, are read in the order in which they were added. Throws `SpillFailed`. */
  add(part: number, line: string): Promise<void>;
  /** Throws `SpillFailed`. */
  read(part: number): AsyncIterable<string>;
  /** Frees it. */
  close(): Promise<void>;
};

/** `bytes`: about how many will be added. Throws `SpillFailed`. */
export type OpenSpill = (parts: number, bytes: number) => Promise<Spill>;

/** The temporary file cannot be used, for lack of space or permission. */
export class SpillFailed extends Error {
  override readonly name = 'SpillFailed';
}
