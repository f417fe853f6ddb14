/** The number of processes that build rows, as options of the command line. */
import { deepStrictEqual as equal, strictEqual as is } from 'node:assert/strict';
import { runCommandLine } from '../../../infra/cli/program.ts';
import type { Preparing } from '../../../infra/cli/rebuild.ts';
import { idle, runOf } from '../../support/command-line.ts';
import { suite } from '../../support/suite.ts';

const OUT = { line: () => undefined, bars: null, confirm: null };

/** The parsed options, and the exit code. */
const prepare = async (...options: readonly string[]): Promise<readonly [Preparing | null, number]> => {
  let parsed: Preparing | null = null;
  const run = runOf({
    ...idle,
    prepare: (how) => {
      parsed = how;
      return Promise.resolve([]);
    },
  });
  const code = await runCommandLine(['projections', 'prepare', ...options], run, '0', OUT, () => undefined);
  return [parsed, code];
};

const parts = suite('the options for parts of a preparation');

parts('default to one process, or set a number of processes or one part', async () => {
  equal(await prepare(), [{ processes: 1 }, 0]);
  equal(await prepare('--processes', '64'), [{ processes: 64 }, 0]);
  equal(await prepare('--part', '2/8'), [{ part: { number: 2, of: 8 } }, 0]);
});

for (const wrong of ['0/2', '3/2', '1', '1/65', '1/2/3', 'a/b', '/', '1/'])
  parts(`refuse the part ${wrong}`, async () => equal(await prepare('--part', wrong), [null, 2]));

for (const wrong of ['0', '65', '1.5', '-1', 'two', ''])
  parts(`refuse ${JSON.stringify(wrong)} processes`, async () => equal(await prepare('--processes', wrong), [null, 2]));

parts('refuse both at once', async () => is((await prepare('--processes', '2', '--part', '1/2'))[1], 2));
