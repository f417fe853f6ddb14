/**
 * Runs test files that the parent process names, one after the other, and reports the results. Ends when the parent disconnects.
 * Files in a browser share one, which stays open between them.
 */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { configureGlobal } from 'fast-check';
import type { Kind } from './tiers.ts';
import { processorMs } from './processor.ts';

export type FileToRun = { readonly file: string; readonly kind: Kind };

export type FileResult = {
  readonly total: number;
  readonly passed: number;
  readonly skipped: number;
  readonly output: string;
  /** Of this process, and of those that have ended; a shared browser is not counted. */
  readonly processorMs: number;
  /** Something is open that was not before the file ran, or too much memory is in use: the process should end here. */
  readonly isSpent: boolean;
};

const CLOSING_MS = 100;
const LARGEST_RSS = 700 * 1024 * 1024;

const queue: [null][] = [[null]];
Object.assign(globalThis, { UVU_DEFER: 1, UVU_QUEUE: queue, UVU_INDEX: 0 });

// uvu prints its totals and does not return them, so they are parsed from its output.
let written: string[] = [];
for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream);
  stream.write = (chunk: string | Uint8Array, ...rest: never[]) => {
    if (typeof chunk === 'string') written.push(chunk);
    return write(chunk, ...rest);
  };
}

// The same inputs in every run, except in the long one.
const seed = process.env['FAST_CHECK_SEED'];
if (seed !== undefined) configureGlobal({ seed: Number(seed) });

const { exec } = await import('uvu');
const { runRegistered } = await import('./suite.ts');

const open = (): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
};

const isClosed = async (before: ReadonlyMap<string, number>): Promise<boolean> => {
  for (const end = performance.now() + CLOSING_MS; ; await pause(5, undefined, { ref: false })) {
    if ([...open()].every(([kind, count]) => count <= (before.get(kind) ?? 0))) return true;
    if (performance.now() > end) return false;
  }
};

/** Imported when it is needed: most runs have no browser. */
const openSharedBrowser = async (): Promise<void> => {
  const { noBrowser, sharedBrowser } = await import('../browser/support/browser.ts');
  if (noBrowser !== null) return;
  const browser = await sharedBrowser();
  process.once('disconnect', () => void browser.close());
};

const run = async ({ file, kind }: FileToRun): Promise<FileResult> => {
  if (kind === 'browser') await openSharedBrowser();
  const before = open();
  const beganAt = processorMs();
  written = [];
  queue.splice(0, queue.length, [null]);
  await import(pathToFileURL(path.resolve(file)).href);
  runRegistered();
  await exec();
  process.exitCode = 0;
  const output = written.join('');
  const figure = (label: string): number => Number(new RegExp(`${label}:\\s+(\\d+)`).exec(output)?.[1] ?? 0);
  return {
    total: figure('Total'),
    passed: figure('Passed'),
    skipped: figure('Skipped'),
    output,
    processorMs: processorMs() - beganAt,
    isSpent: !(await isClosed(before)) || process.memoryUsage.rss() > LARGEST_RSS,
  };
};

process.on('message', (toRun: FileToRun) => {
  run(toRun).then(
    (result) => process.send?.(result),
    // Not as a rejection of its own: the other output of a file is printed before the process ends.
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
