/** Words that 663189b wrote into stores, files and scripts of operators keep their spelling; new ones may be added. */
import { deepStrictEqual as equal, ok, strictEqual as is } from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { STREAM_KINDS } from '../../domain/stream-kinds.ts';
import { READABLE } from '../../domain/upcast.ts';
import { allProjections, FORMER_NAMES } from '../../projections/all.ts';
import { checkpointFrom } from '../../projections/checkpoint.ts';
import type { Operations } from '../../workers/cli/operations.ts';
import { runCommandLine } from '../../workers/cli/program.ts';
import { namedProjection } from '../../workers/rebuild/projection-by-name.ts';
import { suite } from '../support/suite.ts';

type Words = {
  readonly eventTypes: readonly string[];
  readonly streamKinds: readonly string[];
  readonly stateKeys: readonly string[];
  readonly projections: readonly string[];
  readonly checkpointPhases: readonly string[];
  readonly files: readonly string[];
  /** Options, by command. */
  readonly commands: Readonly<Record<string, readonly string[]>>;
};

const words = JSON.parse(await readFile(new URL('../fixtures/663189b/words.json', import.meta.url), 'utf8')) as Words;

const missing = (before: readonly string[], now: readonly string[]): readonly string[] =>
  before.filter((word) => !now.includes(word));

const spelling = suite('a stored word');

spelling('of an event, stream or projection is still known', () => {
  equal(missing(words.eventTypes, Object.keys(READABLE)), []);
  equal(missing(words.streamKinds, STREAM_KINDS), []);
  equal(missing(words.projections, [...allProjections.map(({ name }) => name), ...FORMER_NAMES.keys()]), []);
  for (const former of FORMER_NAMES.keys()) ok(namedProjection(allProjections, former).name !== former);
});

spelling('of a checkpoint is read as it was', () => {
  for (const phase of words.checkpointPhases) equal(checkpointFrom(1, phase), { position: 1, phase });
});

spelling('of a state key or a file begins a string of the program', async () => {
  const sources: string[] = [];
  for (const folder of ['commands', 'workers', 'infra'])
    for (const name of await readdir(folder, { recursive: true }))
      if (name.endsWith('.ts')) sources.push(await readFile(path.join(folder, name), 'utf8'));
  const source = sources.join('\n');
  for (const word of [...words.stateKeys, ...words.files])
    ok(
      ["'", '`'].some((quote) => source.includes(`${quote}${word}`)),
      word,
    );
});

spelling('of a command or an option is accepted as it was', async () => {
  for (const [command, options] of Object.entries(words.commands)) {
    const lines: string[] = [];
    const out = { line: (line: string) => void lines.push(line) } as unknown as Parameters<typeof runCommandLine>[3];
    const args = [...command.split(' '), '--help'];
    is(await runCommandLine(args, {} as Operations, '0', out, (line) => void lines.push(line)), 0, command);
    for (const option of options) ok(lines.join('\n').includes(option), `${command} ${option}`);
  }
});
