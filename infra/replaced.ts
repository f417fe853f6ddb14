/** A file that this process has open although it was replaced or removed: what is written to it is lost. */
import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Identifies the file at a path; null if none can be found there. An open file keeps its own, which no other file gets meanwhile. */
export const identityOf = (file: string): string | null => {
  try {
    const { dev, ino } = statSync(file);
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
};

export const replaced = (file: string): string =>
  `${file} was replaced or removed while this process used it; start the process again`;

const LOOK_MS = 5_000;

/** Rejects once one of the files, which this process has open, is replaced. Resolves on the signal. */
export const unlessReplaced = async (
  files: readonly string[],
  signal: AbortSignal,
  lookMs = LOOK_MS,
): Promise<void> => {
  const opened = files.map(identityOf);
  while (!signal.aborted) {
    await pause(lookMs, undefined, { signal }).catch(() => undefined);
    const gone = files.find((file, n) => identityOf(file) !== opened[n]);
    if (gone !== undefined) throw new Error(replaced(gone));
  }
};
