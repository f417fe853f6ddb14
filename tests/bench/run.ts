/** `npm run bench [-- NAME…]`: prints each figure beside the baseline of the same run. `--full` adds what takes long. */
import { availableParallelism, cpus } from 'node:os';
import type { Bench, Measurement } from './report.ts';

const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  appends: async () => (await import('./appends.ts')).appends,
  listings: async () => (await import('./listings.ts')).listings,
  projection: async () => (await import('./projection.ts')).projection,
  http: async () => (await import('./http.ts')).http,
  surfaces: async () => (await import('./surfaces.ts')).surfaces,
  dashboard: async () => (await import('./dashboard.ts')).dashboard,
  ingestion: async () => (await import('./ingestion.ts')).ingestion,
};

const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

const print = ({ bench, what, value, unit, baseline, note }: Measurement): void => {
  const against =
    baseline === undefined
      ? ''
      : `  ${(value / baseline.value).toFixed(2)} of ${baseline.what} (${figure(baseline.value)})`;
  console.log(
    `${bench.padEnd(12)} ${what.padEnd(52)} ${figure(value).padStart(10)} ${unit}${against}${note === undefined ? '' : `  [${note}]`}`,
  );
};

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
console.log(`node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`);
for (const [name, load] of Object.entries(BENCHES))
  if (asked.length === 0 || asked.includes(name)) await (await load())(print);
