/** Commands and options in scripts of operators keep their spelling; new ones may be added. */
import { ok, strictEqual as is } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Operations } from '../../workers/cli/operations.ts';
import { runCommandLine } from '../../workers/cli/program.ts';
import { suite } from '../support/suite.ts';

type Words = {
  /** Options, by command. */
  readonly commands: Readonly<Record<string, readonly string[]>>;
};

const words = JSON.parse(await readFile(new URL('../fixtures/663189b/words.json', import.meta.url), 'utf8')) as Words;

const spelling = suite('a stored word');

spelling('of a command or an option is accepted as it was', async () => {
  for (const [command, options] of Object.entries(words.commands)) {
    const lines: string[] = [];
    const out = { line: (line: string) => void lines.push(line) } as unknown as Parameters<typeof runCommandLine>[3];
    const args = [...command.split(' '), '--help'];
    is(await runCommandLine(args, {} as Operations, '0', out, (line) => void lines.push(line)), 0, command);
    for (const option of options) ok(lines.join('\n').includes(option), `${command} ${option}`);
  }
});
