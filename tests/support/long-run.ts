/** The result of the last long run, in docs/long-run.md. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export type LongRun = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
  readonly flaky: readonly string[];
};

const listed = (heading: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : ['', `${heading}:`, '', ...names.map((name) => `- \`${name}\``)];

export const recordLongRun = async ({ passed, failed, skipped, failures, flaky }: LongRun): Promise<void> => {
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short=12', 'HEAD']);
  const lines = [
    '# The last long run',
    '',
    '`npm run test:long -- --record` writes this page.',
    '',
    `- Date: ${new Date().toISOString().slice(0, 10)}`,
    `- Commit: \`${stdout.trim()}\``,
    `- Result: ${passed} passed, ${failed} failed, ${skipped} skipped`,
    ...listed('Failed', failures),
    ...listed('Passed only in a second run', flaky),
  ];
  await writeFile('docs/long-run.md', `${lines.join('\n')}\n`);
};
