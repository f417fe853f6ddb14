/** A process that runs test files one after the other; it is replaced after one that leaves something open, does not settle or ends it. */
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { FileResult, FileToRun } from './run-files.ts';
import { kindOf } from './tiers.ts';

export type Outcome = {
  readonly result: FileResult | null;
  /** Null if the file behaved as a test file should, whether or not its tests passed. */
  readonly problem: string | null;
  readonly output: string;
  readonly ms: number;
};

export type Runner = {
  readonly run: (file: string) => Promise<Outcome>;
  readonly close: () => Promise<void>;
};

export type RunnerOptions = {
  /** The folder of the compiled tests. */
  readonly root: string;
  readonly stores: 'embedded' | 'servers';
  /** Of properties; undefined = random ones. */
  readonly seed: number | undefined;
  /** The time limit of one file, in milliseconds. */
  readonly timeoutMs: number;
};

const LEFT_OPEN_MS = 15_000;

const ended = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) =>
    // Not 'close': a grandchild that was left behind would hold the pipes open.
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`)),
  );

/** A file that changes the program itself, such as its limits, or measures its memory, has a process to itself. */
const isAlone = (file: string): boolean => /\.alone\.(?:long\.)?test\.tsx?$/u.test(file);

/** Null if it ended by itself. */
const letGo = async (child: ChildProcess): Promise<string | null> => {
  const end = ended(child);
  child.disconnect();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), LEFT_OPEN_MS)));
  const how = await Promise.race([end, late]);
  clearTimeout(timer);
  if (how !== 'late') return how === 'exit code 0' ? null : `ended with ${how}`;
  child.kill('SIGKILL');
  return 'finished, but left something open';
};

export const openRunner = ({ root, stores, seed, timeoutMs }: RunnerOptions): Runner => {
  let idle: ChildProcess | null = null;
  const start = (): ChildProcess =>
    fork(path.join(root, 'tests/support/run-files.js'), [], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: ['--enable-source-maps'],
      env: {
        ...process.env,
        FORCE_COLOR: '0',
        TEST_STORES: stores,
        TEST_SAMPLE: path.join(root, '../sample'),
        ...(seed === undefined ? {} : { FAST_CHECK_SEED: String(seed) }),
      },
    });

  return {
    run: async (file) => {
      const started = performance.now();
      if (isAlone(file) && idle !== null) await letGo(idle);
      const child = isAlone(file) ? start() : (idle ?? start());
      idle = null;
      let output = '';
      const hear = (chunk: Buffer): void => void (output += chunk.toString());
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', hear);
      let timer: NodeJS.Timeout | undefined;
      const settled = new Promise<FileResult | string>((resolve) => {
        timer = setTimeout(() => resolve(`did not finish within ${timeoutMs} ms`), timeoutMs);
        child.once('message', (result) => resolve(result as FileResult));
        void ended(child).then((how) => resolve(`ended without a result (${how})`));
      });
      const toRun: FileToRun = { file: path.join(root, file.replace(/\.tsx?$/u, '.js')), kind: kindOf(file) };
      child.send(toRun);
      const result = await settled;
      clearTimeout(timer);
      const outcome = (problem: string | null): Outcome => {
        const ms = performance.now() - started;
        return typeof result === 'string'
          ? { result: null, problem, output, ms }
          : { result, problem, output: result.output, ms };
      };
      if (typeof result === 'string') {
        child.kill('SIGKILL');
        return outcome(result);
      }
      for (const stream of [child.stdout, child.stderr]) stream?.off('data', hear).resume();
      child.removeAllListeners('exit');
      const isOver = result.isSpent || isAlone(file);
      const problem = isOver ? await letGo(child) : null;
      if (!isOver) idle = child;
      return outcome(problem ?? (result.total + result.skipped === 0 ? 'ran no test' : null));
    },
    close: async () => {
      if (idle !== null) await letGo(idle);
    },
  };
};
