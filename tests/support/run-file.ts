/** Runs one test file and tells the parent process how it went; ends when nothing is left open. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export type FileResult = {
  readonly suites: number;
  readonly total: number;
  readonly passed: number;
  readonly skipped: number;
};

Object.assign(globalThis, { UVU_DEFER: 1, UVU_QUEUE: [[null]], UVU_INDEX: 0 });
const [file = ''] = process.argv.slice(2);

// uvu prints its totals and nothing else gives them; they are read from what it writes.
const written: string[] = [];
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (chunk: string | Uint8Array, ...rest: never[]) => {
  if (typeof chunk === 'string') written.push(chunk);
  return write(chunk, ...rest);
};
const log = console.log;
console.log = (...parts: unknown[]) => {
  written.push(`${parts.join(' ')}\n`);
  log(...parts);
};

const { exec } = await import('uvu');
const { runRegistered } = await import('./suite.ts');
await import(pathToFileURL(path.resolve(file)).href);
const suites = runRegistered();
await exec();

const figure = (label: string): number => Number(new RegExp(`${label}:\\s+(\\d+)`).exec(written.join(''))?.[1] ?? 0);
const result: FileResult = { suites, total: figure('Total'), passed: figure('Passed'), skipped: figure('Skipped') };
process.send?.(result);
process.disconnect?.();
