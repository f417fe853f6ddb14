/** The help of the command line, and its JSON output. */
import assert from 'node:assert/strict';
import { cli } from '../../support/command-line.ts';
import { suite } from '../../support/suite.ts';

const help = suite('the help of a command');

const COMMAND = /^ {2}([a-z-]+)(?: |$)/u;
const EXAMPLE = /^ {2}((?:[A-Z_]+=\S+ )*)colophon (.+)$/u;

const sectionOf = (text: string, title: RegExp): readonly string[] => {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => title.test(line));
  if (start < 0) return [];
  const end = lines.findIndex((line, n) => n > start && line === '');
  return lines.slice(start + 1, end < 0 ? undefined : end);
};

/** Every command with an action, as its words. */
const leavesBelow = async (words: readonly string[]): Promise<readonly (readonly string[])[]> => {
  const { out } = await cli([...words, '--help']);
  const names = sectionOf(out, /^Commands:$/u).flatMap((line) => COMMAND.exec(line)?.[1] ?? []);
  const children = names.filter((name) => name !== 'help');
  if (children.length === 0) return [words];
  return (await Promise.all(children.map((name) => leavesBelow([...words, name])))).flat();
};

const examplesOf = async (words: readonly string[]): Promise<readonly string[]> =>
  sectionOf((await cli([...words, '--help'])).out, /^Examples?:$/u);

/** As a shell would split it. */
const argumentsOf = (line: string): readonly string[] =>
  [...(EXAMPLE.exec(line)?.[2] ?? '').matchAll(/'([^']*)'|(\S+)/gu)].map(([, quoted, word]) => quoted ?? word ?? '');

help('shows examples, all of which are valid', async () => {
  const commands = [[], ...(await leavesBelow([]))];
  assert.ok(commands.length > 20, `only ${commands.length} commands were found`);
  for (const words of commands) {
    const examples = await examplesOf(words);
    assert.ok(examples.length > 0, `colophon ${words.join(' ')} shows no example`);
    for (const line of examples) {
      assert.match(line, EXAMPLE);
      assert.ok(line.includes(`colophon ${words.join(' ')}`), line);
      const { code, complaints } = await cli(argumentsOf(line));
      assert.deepEqual([code, complaints], [0, []], line);
    }
  }
});

const json = suite('--json');

/** Commands that serve, or print a script. */
const OTHERS = ['start', 'demo', 'completion'];

json('prints one document, for every command that does not serve', async () => {
  for (const words of await leavesBelow([])) {
    if (OTHERS.includes(words.join(' '))) continue;
    const [example = ''] = await examplesOf(words);
    const { code, out, complaints } = await cli([...argumentsOf(example), '--json']);
    assert.deepEqual([code, complaints], [0, []], words.join(' '));
    assert.doesNotThrow(() => JSON.parse(out), `colophon ${words.join(' ')} --json printed ${out}`);
  }
});
