/** A settable clock that processes under test use instead of the machine's. */
import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { script } from '../script.ts';

export const DAY_MS = 24 * 3_600_000;

export type ShiftedClock = {
  /** Arguments for `node`, before the program. */
  readonly execArgv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** From now on the clock is off by this much. */
  readonly set: (ms: number) => void;
};

export const shiftedClock = (folder: string): ShiftedClock => {
  const file = path.join(folder, 'clock-shift');
  const set = (ms: number): void => {
    writeFileSync(`${file}.new`, String(ms));
    renameSync(`${file}.new`, file);
  };
  set(0);
  const preload = script('preload', import.meta.url);
  return { execArgv: [...preload.execArgv, '--import', preload.file], env: { CLOCK_SHIFT_FILE: file }, set };
};

/** Shifts the clock of this process during the work. */
export const withClockOff = async <T>(ms: number, work: () => T | Promise<T>): Promise<T> => {
  const real = Date.now;
  Date.now = () => real() + ms;
  try {
    return await work();
  } finally {
    Date.now = real;
  }
};
