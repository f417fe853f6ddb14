/**
 * For `--import`: the machine's clock, off by the milliseconds currently in the file `CLOCK_SHIFT_FILE`, in every thread.
 * Monotonic clocks are not affected, as when an operator sets the clock.
 */
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 5;
const file = process.env['CLOCK_SHIFT_FILE'] ?? '';
const Real = Date;
let shift = 0;
let looked = -Infinity;

const now = (): number => {
  if (performance.now() - looked > LOOK_EVERY_MS) {
    looked = performance.now();
    shift = Number(readFileSync(file, 'utf8'));
  }
  return Real.now() + shift;
};

globalThis.Date = new Proxy(Real, {
  construct: (target, args: unknown[], self) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, self) as object,
  get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
});
