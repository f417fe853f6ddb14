/** SIGKILL at random moments, of every role in turn and of the rebuild, in shuffled order. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../support/history/random.ts';
import type { Fleet } from '../fleet.ts';
import type { Running } from '../program.ts';
import { killsIn, type Tally } from '../tally.ts';

export type Victim = keyof Tally['kills'];

export type KillingOptions = {
  readonly random: Random;
  readonly tally: Tally;
  /** On average between two. */
  readonly everyMs: number;
  readonly most: number;
  readonly signal: AbortSignal;
};

const VICTIMS: readonly Victim[] = ['api', 'projector', 'worker', 'rebuild'];
const POLL_MS = 20;
/** A rebuild that has just started is not far enough for its death to matter. */
const REBUILD_LIVES_MS = [0, 2_000] as const;
const ALIVE_WITHIN_MS = 90_000;

const shuffled = <T>({ next }: Random, all: readonly T[]): readonly T[] =>
  all
    .map((each) => ({ each, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ each }) => each);

export const killAtRandom = async (
  { members }: Pick<Fleet, 'members'>,
  rebuilding: () => Running | null,
  { random, tally, everyMs, most, signal }: KillingOptions,
): Promise<void> => {
  const rest = (ms: number): Promise<void> => pause(ms, undefined, { signal }).catch(() => undefined);

  const victimOf = async (kind: Victim): Promise<Running | null> => {
    if (kind !== 'rebuild') {
      const [first, ...others] = members.filter(({ role }) => role === kind);
      return first === undefined ? null : random.pick([first, ...others]).running();
    }
    for (;;) {
      while (rebuilding() === null && !signal.aborted) await rest(POLL_MS);
      await rest(random.between(...REBUILD_LIVES_MS));
      const victim = rebuilding();
      // One that was done before its time had come is followed by another.
      if (victim !== null || signal.aborted) return victim;
    }
  };

  /** A move (a record hidden, deleted or shown again) needs an api, a projector and the rows of every listing. */
  const untilMoved = async (): Promise<void> => {
    const before = tally.moves;
    const deadline = performance.now() + ALIVE_WITHIN_MS;
    while (tally.moves === before && !signal.aborted) {
      if (performance.now() > deadline)
        throw new Error(`${ALIVE_WITHIN_MS / 1_000} s after the last kill, nothing was moved`);
      await rest(POLL_MS);
    }
  };

  while (!signal.aborted && killsIn(tally) < most)
    for (const kind of shuffled(random, VICTIMS)) {
      await rest(random.between(0, 2 * everyMs));
      const victim = signal.aborted || killsIn(tally) >= most ? null : await victimOf(kind);
      if (victim === null || signal.aborted) continue;
      victim.kill();
      tally.kills[kind] += 1;
    }
  // A run ends with what was killed last replaced and running.
  await untilMoved();
};
