/** Times and their statistics: medians over rounds, percentiles over repetitions. */
import type { Aim, Report } from '../report.ts';

/** Repeated before anything counts, so that code and pages are warm. */
const WARM_UP = 5;

export const percentile = (times: readonly number[], part: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Milliseconds. */
export const elapsed = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Things a second, of `count`. */
export const perSecond = async (count: number, work: () => unknown): Promise<number> =>
  (count / (await elapsed(work))) * 1_000;

export type Repeating = {
  readonly repeats: number;
  /** Slow operations are repeated until they have taken this long. Milliseconds. */
  readonly enoughMs?: number;
};

/** Milliseconds of each repetition. */
export const repeated = async (
  ask: () => unknown,
  { repeats, enoughMs = Number.POSITIVE_INFINITY }: Repeating,
): Promise<readonly number[]> => {
  for (let n = 0; n < Math.min(WARM_UP, repeats); n += 1) await ask();
  const times: number[] = [];
  const began = performance.now();
  while (times.length < repeats && (times.length < WARM_UP || performance.now() - began < enoughMs))
    times.push(await elapsed(ask));
  return times;
};

/** Both in turn, round by round, so that a busy moment affects both; returns the median of each. */
export const rounds = async (
  count: number,
  ours: (round: number) => Promise<number>,
  theirs: (round: number) => Promise<number>,
): Promise<{ readonly ours: number; readonly theirs: number }> => {
  const [mine, others]: [number[], number[]] = [[], []];
  for (let round = 0; round < count; round += 1) {
    others.push(await theirs(round));
    mine.push(await ours(round));
  }
  return { ours: median(mine), theirs: median(others) };
};

export type Latency = {
  readonly what: string;
  readonly times: readonly number[];
  readonly baseline?: { readonly what: string; readonly times: readonly number[] };
  /** Of p99. */
  readonly aim?: Aim;
  readonly note?: string;
};

/** Reports p50 and p99, in milliseconds. */
export const reportLatency = (report: Report, { what, times, baseline, aim, note }: Latency): void => {
  for (const [name, part] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const)
    report({
      what: `${what}, ${name}`,
      value: percentile(times, part),
      unit: 'ms',
      ...(baseline && { baseline: { what: baseline.what, value: percentile(baseline.times, part) } }),
      ...(part === 0.99 && aim !== undefined ? { aim } : {}),
      ...(note === undefined ? {} : { note }),
    });
};
