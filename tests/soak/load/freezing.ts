/** SIGSTOP at random moments, for longer than a lease lasts: a process that resumes believes that it still leads. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../support/history/random.ts';
import type { Fleet } from '../fleet.ts';
import { pausesIn, type Tally } from '../tally.ts';

export type FreezingOptions = {
  readonly random: Random;
  readonly tally: Tally;
  readonly most: number;
  readonly signal: AbortSignal;
};

type Victim = keyof Tally['pauses'];

/** Past the leases of a projector (6 s), and of a job (30 s). */
const FOR_MS: Readonly<Record<Victim, readonly [number, number]>> = {
  projector: [6_500, 10_000],
  worker: [31_000, 36_000],
};
const BETWEEN_MS: Readonly<Record<Victim, readonly [number, number]>> = {
  projector: [500, 3_000],
  worker: [500, 3_000],
};

/** Each kind by itself, one process of it at a time, so that another can take over. */
export const freezeAtRandom = async (
  { members }: Pick<Fleet, 'members'>,
  { random, tally, most, signal }: FreezingOptions,
): Promise<void> => {
  const rest = (ms: number): Promise<void> => pause(ms, undefined, { signal }).catch(() => undefined);
  let begun = 0;
  const freeze = async (kind: Victim): Promise<void> => {
    while (!signal.aborted && begun < most) {
      await rest(random.between(...BETWEEN_MS[kind]));
      const [first, ...others] = members.filter(({ role }) => role === kind);
      const victim = first === undefined ? null : random.pick([first, ...others]).running();
      if (victim === null || signal.aborted || begun >= most) continue;
      begun += 1;
      victim.freeze();
      try {
        await rest(random.between(...FOR_MS[kind]));
      } finally {
        victim.wake();
      }
      tally.pauses[kind] += 1;
    }
  };
  await Promise.all([freeze('projector'), freeze('worker')]);
  if (!signal.aborted && pausesIn(tally) < most) throw new Error('fewer processes were suspended than requested');
};
