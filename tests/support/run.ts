/**
 * The test command: `npm test [-- PATTERN…]` runs every `*.test.ts` and `*.test.tsx` under `tests/`, in several processes at a time, and
 * checks the layers. `npm run test:long` runs `*.long.test.ts` instead: browsers, kills, other stores, large data.
 * With patterns, all matches run. A file that declares no test, never settles, or leaves something open has failed.
 * On embedded stores; `TEST_STORES=servers` runs them on servers, and the long run does so with some of them as well.
 */
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { compileForTests } from './compiling.ts';
import { checkLayers } from './layers.ts';
import { openRunner } from './runner.ts';
import { noServers, onServers } from './servers-under-test.ts';

const FILE_TIMEOUT_MS = Number(process.env['TEST_FILE_TIMEOUT_MS'] ?? 600_000);
/** More than there are cores, since much of a file is waiting. */
const FILES_AT_ONCE = Math.min(8, availableParallelism() * 2 + 1);

/** What differs most from store to store: rebuilds, erasure, listings and edits over HTTP. */
const ALSO_ON_SERVERS = [
  'tests/api/dashboard/members.test.ts',
  'tests/api/public.test.ts',
  'tests/infra/wiring/erasing.test.ts',
  'tests/workers/rebuild/old.test.ts',
  'tests/workers/rebuild/rebuild.test.ts',
  'tests/workers/rebuild/verify.test.ts',
];

type Run = { readonly file: string; readonly stores: 'embedded' | 'servers' };

const LONG = '--long';
const isLongRun = process.argv.includes(LONG);
const patterns = process.argv.slice(2).filter((pattern) => pattern !== LONG);
const isWanted = (file: string): boolean =>
  patterns.length > 0
    ? patterns.some((pattern) => file.includes(pattern))
    : /\.long\.test\.tsx?$/u.test(file) === isLongRun;
const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/u.test(name))
  .map((name) => `tests/${name.replaceAll('\\', '/')}`)
  .filter(isWanted)
  .sort();
if (files.length === 0) {
  console.error('no test file matches');
  process.exit(1);
}

const reason = noServers();
if (onServers && reason !== null) {
  console.error(`TEST_STORES=servers: the tests cannot run, ${reason}`);
  process.exit(1);
}
const also = onServers || !isLongRun || patterns.length > 0 ? [] : ALSO_ON_SERVERS;
const missing = also.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`there is no ${missing.join(', ')}`);

const totals = { passed: 0, failed: 0, skipped: 0 };
// In reverse order: workers and browsers take longest, and a long file at the end would run alone.
const queue: Run[] = files.map((file): Run => ({ file, stores: onServers ? 'servers' : 'embedded' })).reverse();
if (reason === null) queue.unshift(...also.map((file): Run => ({ file, stores: 'servers' })));
else for (const file of also) console.log(`skipped ${file} on servers (${reason})`);
const work = async (): Promise<void> => {
  const open = (stores: Run['stores']) => openRunner({ root: compiled, stores, timeoutMs: FILE_TIMEOUT_MS });
  const runners = { embedded: open('embedded'), servers: open('servers') };
  for (let run = queue.shift(); run !== undefined; run = queue.shift()) {
    const { result, problem, output, ms } = await runners[run.stores].run(run.file);
    const file = run.stores === 'embedded' ? run.file : `${run.file} on servers`;
    const { total, passed, skipped } = result ?? { total: 0, passed: 0, skipped: 0 };
    const failed = total - passed + (problem === null ? 0 : 1);
    totals.passed += passed;
    totals.skipped += skipped;
    totals.failed += failed;
    console.log(
      `${failed === 0 ? 'ok  ' : 'FAIL'} ${file} (${passed} passed${skipped > 0 ? `, ${skipped} skipped` : ''}, ${(ms / 1000).toFixed(1)} s)`,
    );
    if (failed > 0) console.log(output.replace(/^/gm, '     '));
    else
      for (const line of output.split('\n').filter((text) => text.startsWith('  skipped: '))) console.log(`   ${line}`);
    if (problem !== null) console.log(`     ${file} ${problem}`);
  }
  await Promise.all(Object.values(runners).map((runner) => runner.close()));
};

const withLayers = patterns.length === 0 && !isLongRun;
const layers = withLayers ? await checkLayers() : [];
for (const violation of layers) console.log(`FAIL layers: ${violation}`);
if (withLayers) {
  if (layers.length === 0) totals.passed += 1;
  else totals.failed += 1;
}

const { root: compiled, remove } = await compileForTests();
try {
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
} finally {
  await remove();
}
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = totals.failed === 0 ? 0 : 1;
