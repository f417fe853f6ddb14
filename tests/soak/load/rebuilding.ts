/** An operator who rebuilds rows again and again, by the command, under load; and drops the remains. */
import { setTimeout as pause } from 'node:timers/promises';
import { allProjections } from '../../../projections/all.ts';
import type { Program, Running } from '../program.ts';
import type { Scene } from './scene.ts';

const ALL = 0.4;
/** Readers follow the pointer within a second; a busy machine may be late. */
const READERS_MOVE_WITHIN_MS = 5_000;
const REST_MS = [500, 3_000] as const;
const [firstName = '', ...otherNames] = allProjections.map(({ name }) => name);

export type Rebuilding = {
  readonly done: Promise<void>;
  /** The command that is running now. */
  readonly running: () => Running | null;
};

export const rebuild = (program: Program, { findings, tally, turnstile, random }: Scene): Rebuilding => {
  let running: Running | null = null;

  /** If killed, it is run again. True when it has succeeded. */
  const insist = async (name: string, args: readonly string[]): Promise<boolean> => {
    for (;;) {
      const own = program.run(name, ['projections', ...args, '--json']);
      if (name === 'rebuild') running = own;
      const { code, signal, err } = await own.ended;
      running = null;
      if (code === 0) return true;
      if (!own.isKilled()) {
        findings.add(`projections ${args.join(' ')} ended with ${signal ?? code}: ${err.slice(-500)}`);
        return false;
      }
      tally.rebuilds.killed += 1;
    }
  };

  const step = async (): Promise<void> => {
    const names = random.chance(ALL) ? ['--all'] : [random.pick([firstName, ...otherNames])];
    if (!(await insist('rebuild', ['rebuild', ...names]))) return;
    tally.rebuilds.completed += 1;
    await pause(READERS_MOVE_WITHIN_MS, undefined, { signal: turnstile.ended }).catch(() => undefined);
    if (!turnstile.ended.aborted && (await insist('drop-old', ['drop-old', '--now']))) tally.rebuilds.dropped += 1;
  };
  return { done: turnstile.repeat(step, () => random.between(...REST_MS)), running: () => running };
};
