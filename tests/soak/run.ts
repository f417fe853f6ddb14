/**
 * `npm run soak -- [--minutes 30 | --kills 100 --pauses 100] [--seed N]`: runs every role under load, SIGKILL and SIGSTOP, and reports
 * violations afterwards. Ctrl-C ends the load early and runs the checks; a second time, it ends everything.
 */
import { parseArgs } from 'node:util';
import type { CourseOptions } from './course.ts';
import { soak } from './soak.ts';
import { linesOf } from './summary.ts';

const MINUTE_MS = 60_000;
/** The last third is without kills, so that processes live long enough for their memory to be compared. */
const CALM = 1 / 3;
const LONGEST_WARM_UP_MS = MINUTE_MS;
const KILL_EVERY_MS = 4_000;
const SEEDS = 1_000_000;

const positive = (name: string, value: string | undefined): number | null => {
  if (value === undefined) return null;
  const number = Number(value);
  if (number > 0 && Number.isFinite(number)) return number;
  console.error(`--${name} must be a number above 0, not ${value}`);
  process.exit(2);
};

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    kills: { type: 'string' },
    pauses: { type: 'string' },
    seed: { type: 'string' },
  },
});
const kills = positive('kills', values.kills);
const pauses = positive('pauses', values.pauses);
const isCounted = kills !== null || pauses !== null;
const lastsMs = (positive('minutes', values.minutes) ?? (isCounted ? 3 : 30)) * MINUTE_MS;
const calmMs = lastsMs * CALM;
const seed = positive('seed', values.seed) ?? Math.floor(Math.random() * SEEDS) + 1;
const options: CourseOptions = {
  killingMs: isCounted ? Infinity : lastsMs - calmMs,
  mostKills: kills ?? (isCounted ? 0 : Infinity),
  mostPauses: pauses ?? (isCounted ? 0 : Infinity),
  killEveryMs: KILL_EVERY_MS,
  calmMs,
  warmUpMs: Math.min(LONGEST_WARM_UP_MS, calmMs / 3),
};

const ends = new AbortController();
process.on('SIGINT', () => {
  if (ends.signal.aborted) process.exit(130);
  console.error('\nending the load and running the checks (Ctrl-C again ends at once)');
  ends.abort();
});

/** With servers it runs on these, which must be empty. */
const servers = Object.fromEntries(
  ['EVENTSTORE_URL', 'MONGODB_URL'].flatMap((name) => {
    const url = process.env[name];
    return url === undefined ? [] : [[name, url]];
  }),
);

console.log(`seed ${seed}`);
const print = (line: string): void => console.log(line);
const summary = await soak({ seed, ...options }, { signal: ends.signal, print, env: servers });
for (const line of linesOf(summary)) print(line);
process.exit(summary.findings.length === 0 ? 0 : 1);
