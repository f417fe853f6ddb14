/** A deterministic random number generator (mulberry32) and what is drawn from it. */
export type Random = {
  /** At least 0, less than 1. */
  readonly next: () => number;
  /** A whole number from `from` to `to`, inclusive. */
  readonly between: (from: number, to: number) => number;
  readonly pick: <T>(among: readonly [T, ...T[]]) => T;
  /** True with this probability. */
  readonly chance: (probability: number) => boolean;
  readonly uuid: () => string;
};

export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const hex = (digits: number): string =>
    between(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, '0');
  return {
    next,
    between,
    pick: (among) => among[between(0, among.length - 1)] ?? among[0],
    chance: (probability) => next() < probability,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`,
  };
};
