/** The built program as a process, to be stopped in the middle of its work. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { BUILT } from './built.ts';

export type Ended = { readonly code: number | null; readonly out: string; readonly err: string; readonly ms: number };

export type Program = {
  readonly pid: number;
  /** Resolves when its output or log matches, with the match. */
  readonly prints: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly ended: Promise<Ended>;
  /** How it ended, and how long that took. */
  readonly stop: (signal: 'SIGINT' | 'SIGTERM') => Promise<Ended>;
  readonly kill: () => void;
};

/** The minimum time that a supervisor grants before it kills. */
const GRACE_MS = 10_000;

/** It ended this way, in time, and reported it. */
export const endsAs = ({ code, err, ms }: Ended, as: { readonly code: number; readonly err: RegExp }): void => {
  assert.equal(code, as.code, err);
  assert.match(err, as.err);
  assert.ok(ms < GRACE_MS, `it took ${ms} ms`);
};

/** `env`: of the place and the providers; from this process only the path of programs is passed on. */
export const colophon = (
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  node: readonly string[] = [],
): Program => {
  const child = spawn(process.execPath, [...node, BUILT, ...args], {
    env: { PATH: process.env['PATH'], HARVEST_INTERVAL_HOURS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let began = performance.now();
  let [output, complained] = ['', ''];
  let heard: () => void = () => undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    heard();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    complained += chunk.toString();
    heard();
  });
  const ended = once(child, 'close').then(([code]): Ended => {
    const ms = performance.now() - began;
    heard();
    return { code: code as number | null, out: output, err: complained, ms };
  });
  return {
    pid: child.pid ?? 0,
    prints: async (pattern) => {
      for (;;) {
        const match = pattern.exec(output) ?? pattern.exec(complained);
        if (match !== null) return match;
        if (child.exitCode !== null) throw new Error(`it ended without ${String(pattern)}: ${(await ended).err}`);
        await new Promise<void>((resolve) => (heard = resolve));
      }
    },
    ended,
    stop: (signal) => {
      began = performance.now();
      child.kill(signal);
      return ended;
    },
    kill: () => void child.kill('SIGKILL'),
  };
};
