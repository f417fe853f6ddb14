/** Commands that ask for confirmation before they remove something. */
import { deepStrictEqual as equal } from 'node:assert/strict';
import type { Out } from '../../../infra/cli/output.ts';
import { runCommandLine } from '../../../infra/cli/program.ts';
import { idle, runOf } from '../../support/command-line.ts';
import { suite } from '../../support/suite.ts';

const asking = suite('a command that asks for confirmation');

const ASKING = [
  ['people', 'erase', '0000-0002-1825-0097'],
  ['users', 'erase', 'ada@example.org'],
  ['projections', 'adopt-log'],
];

const answered = async (args: readonly string[], confirm: Out['confirm']): Promise<[number, boolean]> => {
  const complaints: string[] = [];
  const out = { line: () => undefined, bars: null, confirm };
  const code = await runCommandLine(args, runOf(idle), 'test', out, (line) => complaints.push(line));
  return [code, complaints.join().includes('--yes')];
};

for (const args of ASKING) {
  asking(`exits with a usage error without --yes and without a terminal: ${args.join(' ')}`, async () =>
    equal(await answered(args, null), [2, true]),
  );

  asking(`does nothing, and fails, when the answer is no: ${args.join(' ')}`, async () =>
    equal(await answered(args, () => Promise.resolve(false)), [1, false]),
  );
}
