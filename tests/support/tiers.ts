/** Which run a test file belongs to, and with how many others of its kind it may run at once. */
import { availableParallelism } from 'node:os';

/** `quick`: `npm test`, in this process alone; `gate`: processes, servers and browsers, in `.ci/run`; `long`: `npm run test:long`. */
export type Tier = 'quick' | 'gate' | 'long';

export const tierOf = (file: string): Tier => {
  const marked = /\.(gate|long)\.test\.tsx?$/u.exec(file)?.[1];
  return marked === 'gate' || marked === 'long' ? marked : 'quick';
};

/** What a file needs beside its own process. */
export type Kind = 'browser' | 'processes' | 'inProcess';

export const kindOf = (file: string): Kind => {
  if (file.startsWith('tests/browser/')) return 'browser';
  return tierOf(file) === 'quick' ? 'inProcess' : 'processes';
};

const cores = availableParallelism();

/** Files of a kind at once. A browser takes a core and a half, and every deadline in a test competes with what runs beside it. */
export const MOST_AT_ONCE: Readonly<Record<Kind, number>> = {
  browser: Math.max(1, Math.floor(cores / 2)),
  processes: cores,
  inProcess: cores + 1,
};

/** In this order: those with fewer places start first, and short files in process fill the gaps at the end. */
const KINDS: readonly Kind[] = ['browser', 'processes', 'inProcess'];

/** Files of all kinds at once. */
export const FILES_AT_ONCE = cores + 1;

/** By kind, then the longest first; a file of unknown duration counts as long. */
export const inOrder = <T extends { readonly file: string }>(
  runs: readonly T[],
  msOf: (file: string) => number | undefined,
): readonly T[] =>
  runs.toSorted((a, b) => {
    const byKind = KINDS.indexOf(kindOf(a.file)) - KINDS.indexOf(kindOf(b.file));
    if (byKind !== 0) return byKind;
    const [first, second] = [msOf(a.file) ?? Infinity, msOf(b.file) ?? Infinity];
    return first === second ? 0 : second - first;
  });
