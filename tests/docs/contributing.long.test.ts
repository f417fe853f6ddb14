/** The recipes for contributors are followed, step by step, in a copy of the project, which then passes its checks. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { suite } from '../support/suite.ts';
import { temporaryFolder } from '../support/folder.ts';

const ROOT = process.cwd();
const CODE = ['api', 'build', 'commands', 'docs', 'domain', 'formats', 'infra', 'projections', 'tests', 'workers'];
const FILES = ['package.json', 'tsconfig.json'];

type Step = {
  readonly file: string;
  readonly how: 'after' | 'in place of' | 'new';
  readonly line: string;
  readonly text: string;
};

const STEP =
  /^\d+\. `(?<file>[^`]+)`(?:, (?<how>after|in place of) `(?<line>[^\n]+)`)?\n\n```\w+\n(?<text>[\s\S]*?)```$/gmu;

const stepsIn = (recipes: string): readonly Step[] =>
  [...recipes.matchAll(STEP)].map(({ groups = {} }) => ({
    file: groups['file'] ?? '',
    how: (groups['how'] ?? 'new') as Step['how'],
    line: groups['line'] ?? '',
    text: groups['text'] ?? '',
  }));

const follow = async (root: string, { file, how, line, text }: Step): Promise<void> => {
  const place = path.join(root, file);
  if (how === 'new') {
    assert.ok(!existsSync(place), `${file} exists already`);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, text);
    return;
  }
  const lines = (await readFile(place, 'utf8')).split('\n');
  const found = lines.flatMap((each, n) => (each.trim() === line ? [n] : []));
  assert.equal(found.length, 1, `${file} has one line that says ${line}`);
  lines.splice((found[0] ?? 0) + (how === 'after' ? 1 : 0), how === 'after' ? 0 : 1, text.replace(/\n$/u, ''));
  await writeFile(place, lines.join('\n'));
};

const contributing = suite('the recipes for contributors', { timeoutMs: 400_000 });

contributing('lead to a program that is typed, described and tested', async () => {
  const recipes = await readFile(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const steps = stepsIn(recipes);
  assert.equal(steps.length, recipes.match(/^\d+\. `/gmu)?.length, 'every step is read');
  const ofField = stepsIn(recipes.slice(recipes.indexOf('### A field'), recipes.indexOf('### A filter')));
  assert.ok(new Set(ofField.map(({ file }) => file)).size <= 10);

  await using folder = await temporaryFolder();
  const copy = path.join(folder.path, 'colophon');
  const run = async (program: string, ...args: readonly string[]): Promise<string> => {
    try {
      return (await promisify(execFile)(program, args, { cwd: copy, maxBuffer: 2 ** 26 })).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      assert.fail(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`);
    }
  };
  for (const name of [...CODE, ...FILES])
    if (existsSync(path.join(ROOT, name)))
      await cp(path.join(ROOT, name), path.join(copy, name), { recursive: true, dereference: true });
  await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  for (const step of steps) await follow(copy, step);
  await run('node', '--import', 'tsx', 'build/generate.ts');
  // The cache of an incremental check is in `node_modules`, and is about the project itself.
  await run('npm', 'run', '-s', 'tsc', '--', '-p', 'tsconfig.json', '--incremental', 'false');
  await run('npm', 'run', '-s', 'tsc', '--', '-p', 'api/web');
  const tests = ['tests/projections/colours', 'tests/domain/upcast', 'tests/domain/undo/records'];
  const described = ['tests/projections/timeline/describe', 'tests/api/openapi'];
  const ran = await run('node', '--import', 'tsx', 'tests/support/run.ts', ...tests, ...described);
  assert.match(ran, /^[1-9]\d* passed, 0 failed/mu);
  const operations = await readFile(path.join(copy, 'api/web/client/generated/operations.ts'), 'utf8');
  for (const name of ['max_cited_by', 'altmetric']) assert.ok(operations.includes(name), name);
});
