/**
 * The test command: `npm test [-- PATTERN…]` runs every quick test under `tests/` (`*.test.ts`, in process alone), in several processes
 * at a time, and checks the layers. `--gate` runs `*.gate.test.ts`: processes, servers, browsers. `--long` runs `*.long.test.ts`, and
 * properties again with random inputs; with `--record`, it writes its result to docs/long-run.md. With patterns, all matches run.
 * A file that declares no test, never settles, or leaves something open has failed.
 * On embedded stores; `TEST_STORES=servers` runs them on servers, and the long run does so with some of them as well.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { compileForTests } from './compiling.ts';
import { recordLongRun } from './long-run.ts';
import { processorMs } from './processor.ts';
import { openRunner, type Outcome, type Runner } from './runner.ts';
import { noServers, onServers } from './servers-under-test.ts';
import { FILES_AT_ONCE, inOrder, kindOf, MOST_AT_ONCE, tierOf, type Kind, type Tier } from './tiers.ts';
import { readTimes, writeTimes } from './times.ts';

const FILE_TIMEOUT_MS = Number(process.env['TEST_FILE_TIMEOUT_MS'] ?? 600_000);
const SEED = 20_261_128;

/** What differs most from store to store: rebuilds, erasure, listings and edits over HTTP. */
const ALSO_ON_SERVERS = [
  'tests/api/dashboard/members.test.ts',
  'tests/api/public.test.ts',
  'tests/infra/cli/erasing.test.ts',
  'tests/workers/rebuild/old.test.ts',
  'tests/workers/rebuild/rebuild.test.ts',
  'tests/workers/rebuild/verify.test.ts',
];

type Run = { readonly file: string; readonly stores: 'embedded' | 'servers' };

const began = performance.now();
const args = process.argv.slice(2);
const patterns = args.filter((arg) => !arg.startsWith('--'));
const asked = (['quick', 'gate', 'long'] as const).filter((tier) => args.includes(`--${tier}`));
const tiers: readonly Tier[] = asked.length === 0 ? ['quick'] : asked;
const isWhole = patterns.length === 0;
const isLong = isWhole && tiers.includes('long');

const all = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/u.test(name))
  .map((name) => `tests/${name.replaceAll('\\', '/')}`)
  .sort();
const hasProperties = (file: string): boolean => readFileSync(file, 'utf8').includes("from 'fast-check'");
const isWanted = (file: string): boolean => {
  if (!isWhole) return patterns.some((pattern) => file.includes(pattern));
  return tiers.includes(tierOf(file)) || (isLong && hasProperties(file));
};
const files = all.filter(isWanted);
if (files.length === 0) {
  console.error('no test file matches');
  process.exit(1);
}

const reason = noServers();
if (onServers && reason !== null) {
  console.error(`TEST_STORES=servers: the tests cannot run, ${reason}`);
  process.exit(1);
}
const also = onServers || !isLong ? [] : ALSO_ON_SERVERS;
const missing = also.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`there is no ${missing.join(', ')}`);

const totals = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
const flaky: string[] = [];

const failedIn = ({ result, problem }: Outcome): number =>
  (result === null ? 0 : result.total - result.passed) + (problem === null ? 0 : 1);

const print = (name: string, outcome: Outcome): void => {
  const { result, problem, output, ms } = outcome;
  const failed = failedIn(outcome);
  const counts = `${result?.passed ?? 0} passed${(result?.skipped ?? 0) > 0 ? `, ${result?.skipped} skipped` : ''}`;
  const times = `${(ms / 1_000).toFixed(1)} s, processor ${((result?.processorMs ?? 0) / 1_000).toFixed(1)} s`;
  console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name} (${counts}, ${times})`);
  if (failed > 0) console.log(output.replace(/^/gm, '     '));
  else
    for (const line of output.split('\n').filter((each) => each.startsWith('  skipped: '))) console.log(`   ${line}`);
  if (problem !== null) console.log(`     ${name} ${problem}`);
};

const checkLayers = async (root: string): Promise<void> => {
  const child = fork(path.join(root, 'tests/support/layers.js'), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const printed = child.stdout === null ? '' : await text(child.stdout);
  if ((await ended)[0] === 0) totals.passed += 1;
  else {
    totals.failed += 1;
    failures.push('layers');
    console.log(`FAIL layers: ${printed}`);
  }
};

const times = readTimes();
const servers = also.map((file): Run => ({ file, stores: 'servers' }));
if (reason !== null) for (const { file } of servers) console.log(`skipped ${file} on servers (${reason})`);
const queue: Run[] = [
  ...inOrder(
    [
      ...(reason === null ? servers : []),
      ...files.map((file): Run => ({ file, stores: onServers ? 'servers' : 'embedded' })).reverse(),
    ],
    (file) => times.get(file)?.ms,
  ),
];

const runAll = async (root: string): Promise<void> => {
  const idle: { readonly runner: Runner; readonly of: string }[] = [];
  const running: Record<Kind, number> = { browser: 0, processes: 0, inProcess: 0 };
  const open = (stores: Run['stores']): Runner =>
    openRunner({ root, stores, seed: isLong ? undefined : SEED, timeoutMs: FILE_TIMEOUT_MS });

  const runOne = async ({ file, stores }: Run): Promise<void> => {
    const kind = kindOf(file);
    const name = stores === 'embedded' ? file : `${file} on servers`;
    const of = `${kind} ${stores}`;
    const at = idle.findIndex((each) => each.of === of);
    const { runner } = (at < 0 ? undefined : idle.splice(at, 1)[0]) ?? { runner: open(stores) };
    let outcome = await runner.run(file);
    idle.push({ runner, of });
    // In a browser, much happens that no test waits for. Tests of a file share a catalogue, so the whole file runs again.
    if (kind === 'browser' && failedIn(outcome) > 0) {
      print(name, outcome);
      const fresh = open(stores);
      outcome = await fresh.run(file);
      await fresh.close();
      if (failedIn(outcome) === 0) {
        console.log(`FLAKY ${name}: it failed, and passed in a fresh process`);
        flaky.push(name);
      }
    }
    print(name, outcome);
    const { result, ms } = outcome;
    totals.passed += result?.passed ?? 0;
    totals.skipped += result?.skipped ?? 0;
    totals.failed += failedIn(outcome);
    if (failedIn(outcome) > 0) failures.push(name);
    else if (stores === 'embedded')
      times.set(file, { ms: Math.round(ms), processorMs: Math.round(result?.processorMs ?? 0) });
  };

  await new Promise<void>((resolve, reject) => {
    const fill = (): void => {
      for (;;) {
        const count = running.browser + running.processes + running.inProcess;
        if (count === 0 && queue.length === 0) return resolve();
        if (count >= FILES_AT_ONCE) return;
        const at = queue.findIndex(({ file }) => running[kindOf(file)] < MOST_AT_ONCE[kindOf(file)]);
        const [run] = at < 0 ? [] : queue.splice(at, 1);
        if (run === undefined) return;
        const kind = kindOf(run.file);
        running[kind] += 1;
        runOne(run).then(() => {
          running[kind] -= 1;
          fill();
        }, reject);
      }
    };
    fill();
  });
  await Promise.all(idle.map(({ runner }) => runner.close()));
};

const { root, remove } = await compileForTests();
try {
  const layers = isWhole && tiers.includes('quick') ? checkLayers(root) : Promise.resolve();
  await Promise.all([runAll(root), layers]);
} finally {
  await remove();
}
writeTimes(times);
if (flaky.length > 0) console.log(`${flaky.length} flaky: ${flaky.join(', ')}`);
console.log(
  `${((performance.now() - began) / 60_000).toFixed(1)} minutes, ${(processorMs() / 60_000).toFixed(1)} of the processors`,
);
if (isLong && args.includes('--record')) await recordLongRun({ ...totals, failures, flaky });
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = totals.failed === 0 ? 0 : 1;
