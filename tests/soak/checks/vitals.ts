/** Memory and open handles of each process, as the system counts them; compared at two moments of rest. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Findings } from '../findings.ts';
import type { Fleet, Role } from '../fleet.ts';

export type Vitals = {
  readonly name: string;
  readonly role: Role;
  readonly pid: number;
  readonly rssMiB: number;
  readonly handles: number;
};

/** A store opens a few more files or connections under more load. */
const MOST_MORE_HANDLES = 4;
const KIB_A_MIB = 1_024;

/** None if the system does not report it. */
export const vitalsOf = async ({ members }: Pick<Fleet, 'members'>): Promise<readonly Vitals[]> => {
  if (process.platform !== 'linux') return [];
  const found: Vitals[] = [];
  for (const { name, role, running } of members) {
    const pid = running()?.pid;
    if (pid === undefined) continue;
    const rss = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
    const handles = await readdir(`/proc/${pid}/fd`);
    found.push({ name, role, pid, rssMiB: Math.round(Number(rss) / KIB_A_MIB), handles: handles.length });
  }
  return found;
};

/** A process that was killed a moment ago has not opened its stores yet: each counts as many handles as the fullest of its role. */
export const onceStarted = (vitals: readonly Vitals[]): readonly Vitals[] =>
  vitals.map((each) => ({
    ...each,
    handles: Math.max(...vitals.filter(({ role }) => role === each.role).map(({ handles }) => handles)),
  }));

/** Memory, beyond that share, that may not have been collected yet, such as of a projector that has just led a rebuild. */
const MORE_RSS = { share: 0.5, miB: 128 } as const;
/** Idle connections are closed within seconds. */
const COOL_WITHIN_MS = 15_000;
const POLL_MS = 500;

/** What the processes that lived through it hold beyond the limits. */
const surplusOf = (before: readonly Vitals[], after: readonly Vitals[]): readonly string[] =>
  after.flatMap(({ name, pid, rssMiB, handles }) => {
    const warm = before.find((each) => each.pid === pid);
    if (warm === undefined) return [];
    const isLarge = rssMiB > warm.rssMiB * (1 + MORE_RSS.share) + MORE_RSS.miB;
    return [
      ...(handles > warm.handles + MOST_MORE_HANDLES
        ? [`${name} holds ${handles} handles, after ${warm.handles}`]
        : []),
      ...(isLarge ? [`${name} holds ${rssMiB} MiB, after ${warm.rssMiB} MiB`] : []),
    ];
  });

/** Their state once they are within the limits; if that does not happen, it is a finding. */
export const cooled = async (
  fleet: Pick<Fleet, 'members'>,
  before: readonly Vitals[],
  { add }: Findings,
): Promise<readonly Vitals[]> => {
  const deadline = performance.now() + COOL_WITHIN_MS;
  for (;;) {
    const after = await vitalsOf(fleet);
    const surplus = surplusOf(before, after);
    if (surplus.length > 0 && performance.now() < deadline) {
      await pause(POLL_MS);
      continue;
    }
    for (const each of surplus) add(each);
    return after;
  }
};
