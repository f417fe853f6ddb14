/**
 * `npm run bench [-- NAME…]`: measures, prints, and writes `docs/benchmarks.md`; what is not measured this time stays there as
 * it was. `--full` adds the largest sizes, `--size N` uses another, `--no-write` does not change the page.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BENCHES } from './benches.ts';
import type { Measurement } from './report.ts';
import { lineOf } from './run/line.ts';
import { machine } from './run/machine.ts';
import { writePage } from './run/page.ts';
import { keep, readSections } from './run/sections.ts';
import { measureApart, type Part } from './run/apart.ts';
import { progress } from './support/progress.ts';
import { removeFreshFolders } from './support/run-folder.ts';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
/** Above it, a size takes minutes. */
const LARGE = 100_000;
const SECOND_MS = 1_000;
const INTERRUPTED = 130;

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    size: { type: 'string' },
    'no-write': { type: 'boolean', default: false },
  },
});
const unknown = names.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`there is no bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}

const size = options.size === undefined ? null : Number(options.size);
if (size !== null && !(Number.isSafeInteger(size) && size > 0)) {
  console.error(`--size ${options.size} is no whole number above 0`);
  process.exit(2);
}
const sizesOf = (each: readonly number[]): readonly number[] =>
  size === null ? each.filter((one) => options.full || one <= LARGE) : [size];
const benches = await Promise.all(Object.entries(BENCHES).map(async ([name, load]) => [name, await load()] as const));
const parts = benches
  .filter(([name]) => names.length === 0 || names.includes(name))
  .flatMap(([bench, { sizes }]): readonly Part[] =>
    sizes === undefined ? [{ bench, size: null }] : sizesOf(sizes.each).map((each) => ({ bench, size: each })),
  );

const folder = mkdtempSync(path.join(tmpdir(), 'colophon-bench-'));
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const { processor, cores, node } = machine();
console.log(`node ${node}, ${cores} × ${processor}`);
for (const part of parts) {
  const began = performance.now();
  const measurements: Measurement[] = [];
  const problem = await measureApart(part, folder, interrupted.signal, (measurement) => {
    measurements.push(measurement);
    console.log(lineOf(part.bench, measurement));
  });
  if (interrupted.signal.aborted) process.exit(INTERRUPTED);
  await removeFreshFolders(folder);
  progress(
    `${part.bench}${part.size === null ? '' : ` at ${part.size}`} took ${Math.round((performance.now() - began) / SECOND_MS)} s`,
  );
  if (problem === null && !options['no-write']) {
    await keep(DOCS, { ...part, measuredAt: new Date().toISOString(), machine: machine(), measurements });
    await writePage(DOCS, await readSections(DOCS), benches);
  }
  if (problem !== null) {
    console.error(`${part.bench} failed: ${problem}`);
    process.exitCode = 1;
  }
}
