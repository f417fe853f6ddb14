/** The phases of a soak: load and kills, then load alone, with the processes measured between. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Stores } from '../../infra/wiring/stores.ts';
import { untilAtRest } from './checks/rest.ts';
import { vitalsOf, type Vitals } from './checks/vitals.ts';
import type { Client } from './client.ts';
import type { Findings } from './findings.ts';
import type { Fleet } from './fleet.ts';
import type { Course } from './progress.ts';
import { killsIn, pausesIn, type Tally } from './tally.ts';
import type { Turnstile } from './turnstile.ts';

export type CourseOptions = {
  /** How long processes are killed; Infinity if only their number ends it. */
  readonly killingMs: number;
  readonly mostKills: number;
  /** Processes that are suspended for longer than their leases last. */
  readonly mostPauses: number;
  /** On average between two kills. */
  readonly killEveryMs: number;
  /** After the kills, load continues for this long, of which the first part is the warm-up. */
  readonly calmMs: number;
  readonly warmUpMs: number;
};

const KILLING = 'load, kills and pauses';

export type Load = {
  readonly turnstile: Turnstile;
  readonly client: Pick<Client, 'release'>;
  readonly stores: Stores;
  readonly findings: Findings;
  readonly fleet: Pick<Fleet, 'members'>;
  /** Kills and suspends until the signal aborts, or it has done so often enough. */
  readonly killing: (signal: AbortSignal) => Promise<void>;
  readonly reached: (what: string, ms: number) => void;
};

/** Resolves when the load is to end, with the vitals after the warm-up; none if it did not get there. */
export const runCourse = async (
  { turnstile, client, stores, findings, fleet, killing, reached }: Load,
  { killingMs, calmMs, warmUpMs }: CourseOptions,
): Promise<readonly Vitals[]> => {
  const { ended } = turnstile;
  const rest = (ms: number): Promise<void> => pause(ms, undefined, { signal: ended }).catch(() => undefined);
  reached(KILLING, killingMs);
  // Held by this timer: a signal of `AbortSignal.timeout` that only `any` refers to may be collected before it fires.
  const inTime = new AbortController();
  const timer = Number.isFinite(killingMs) ? setTimeout(() => inTime.abort(), killingMs) : undefined;
  await killing(AbortSignal.any([ended, inTime.signal]));
  clearTimeout(timer);
  if (calmMs === 0) return [];
  reached('load without kills', calmMs);
  await rest(warmUpMs);
  if (ended.aborted) return [];
  await turnstile.hold();
  await untilAtRest(stores, findings);
  await client.release();
  const warm = await vitalsOf(fleet);
  turnstile.release();
  await rest(calmMs - warmUpMs);
  return warm;
};

/** The progress, for display. */
export const followCourse = (
  tally: Pick<Tally, 'kills' | 'pauses'>,
  { killingMs, mostKills, mostPauses, calmMs }: CourseOptions,
): { readonly reached: (what: string, ms: number) => void; readonly course: () => Course } => {
  let [what, began, endsAfter] = ['starting', performance.now(), Infinity];
  return {
    reached: (next, ms) => {
      // Until the kills have ended, the calm is still to come.
      [what, began, endsAfter] = [next, performance.now(), next === KILLING ? ms + calmMs : ms];
    },
    course: () => {
      const left = endsAfter - (performance.now() - began);
      const secondsLeft = Number.isFinite(left) ? Math.max(0, left / 1_000) : null;
      const done =
        what === 'starting'
          ? 0
          : Number.isFinite(killingMs)
            ? 1 - left / (killingMs + calmMs)
            : (killsIn(tally) + pausesIn(tally)) / (mostKills + mostPauses);
      return { what, secondsLeft, done: Number.isFinite(done) ? Math.min(1, Math.max(0, done)) : 1 };
    },
  };
};
