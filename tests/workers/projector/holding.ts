/** A store that holds one of its calls until released. */
import type { ReadModels } from '../../../projections/ports.ts';

export type Hold = { readonly held: Promise<unknown>; readonly letGo: () => void };

/** The call with this number, from 0, waits for the release. */
export const holding = (nth: number): Hold & { readonly pass: () => Promise<void> } => {
  let calls = 0;
  let letGo = (): void => undefined;
  let reached = (): void => undefined;
  const held = new Promise<void>((resolve) => (reached = resolve));
  return {
    held,
    letGo: () => letGo(),
    pass: async () => {
      if (calls++ !== nth) return;
      const gone = new Promise<void>((resolve) => (letGo = resolve));
      reached();
      await gone;
    },
  };
};

const CALLS = ['create', 'index', 'drop', 'load', 'loadForFolding', 'commit', 'checkpoint', 'find', 'get'] as const;

export type Call = (typeof CALLS)[number];

/** `calls`: those that may be held; the others pass. */
export const heldUp = (
  readModels: ReadModels,
  pass: () => Promise<void>,
  calls: readonly Call[] = CALLS,
): ReadModels => {
  const late = Object.fromEntries(
    calls.map((call) => [
      call,
      async (...given: readonly unknown[]) => {
        await pass();
        return (readModels[call] as (...all: readonly unknown[]) => Promise<unknown>)(...given);
      },
    ]),
  );
  return { ...readModels, ...(late as Partial<ReadModels>) };
};

const LANES = 4;

/** One run per call, several at once; returns their number. */
export const atEveryCall = async (run: (nth: number) => Promise<boolean>): Promise<number> => {
  let [next, last] = [0, Infinity];
  const lane = async (): Promise<void> => {
    while (next < last) {
      const nth = next++;
      const wasHeld = await run(nth).catch((error: unknown) => {
        throw new Error(`held at call ${nth}: ${error instanceof Error ? error.message : ''}`, { cause: error });
      });
      if (!wasHeld) last = Math.min(last, nth);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return last;
};
