/** `colophon undo`: one event or a whole cause, as the operator, on the files of an installation. */
import assert from 'node:assert/strict';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { act } from '../../../commands/publication-batches/act.ts';
import { operationsOf } from '../../../infra/wiring/operations.ts';
import { readConfig } from '../../../infra/config.ts';
import { randomIds } from '../../../infra/system.ts';
import { runCommandLine } from '../../../workers/cli/program.ts';
import type { UndoReport } from '../../../workers/cli/undoing.ts';
import { openInstallation } from '../../support/installation.ts';
import { filesIn } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';
import { inFolder } from '../../support/folder.ts';

const undoing = suite('undoing at the command line', {
  onFilesAlone: 'the command is run on the files of an installation',
  timeoutMs: 120_000,
});

type Line = { readonly code: number; readonly printed: readonly string[]; readonly complaints: readonly string[] };

const source = { provider: 'crossref', url: 'https://api.example.org' } as const;

/** Two publications, which were then deleted together; the id of that cause and of its last event. */
const deletedTogether = async (folder: string) => {
  const installation = await openInstallation({ place: filesIn(folder), matching: false });
  const dois = ['10.5555/undo.1', '10.5555/undo.2'];
  for (const doi of dois) {
    const original = { type: 'book', title: 'Pots' };
    const command = { type: 'RecordFromProvider', doi, original, source, fetchedAt: 1, links: [] } as const;
    const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
    await handle(installation, publicationAggregate, doi, command, caller);
  }
  const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
  await act(installation, dois, 'delete', caller);
  let event = '';
  for await (const each of installation.events.readAll({ direction: 'backwards', limit: 1 })) event = each.id;
  await installation.settled();
  await installation.stop();
  return { cause: caller.correlationId, event };
};

const runIn =
  (folder: string) =>
  async (...args: readonly string[]): Promise<Line> => {
    const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
    const operations = operationsOf({
      signal: new AbortController().signal,
      say: () => undefined,
      config: () => config,
    });
    const [printed, complaints]: [string[], string[]] = [[], []];
    const out = { line: (text: string) => void printed.push(text), bars: null, confirm: null };
    const exitCode = process.exitCode;
    const code = await runCommandLine(args, operations, 'test', out, (line) => void complaints.push(line));
    process.exitCode = exitCode;
    return { code, printed, complaints };
  };

const reportOf = ({ printed }: Line): UndoReport => JSON.parse(printed.at(-1) ?? '') as UndoReport;

undoing('shows what it would do, does it, and takes it back', () =>
  inFolder(async (folder) => {
    const { cause } = await deletedTogether(folder);
    const run = runIn(folder);
    const looked = reportOf(await run('undo', '--cause', cause, '--dry-run', '--json'));
    assert.deepEqual([looked.events, looked.undone, looked.results.length], [2, 2, 2]);

    const done = reportOf(await run('undo', '--cause', cause, '--json'));
    assert.deepEqual([done.undone, done.refused], [2, 0]);
    const again = await run('undo', '--cause', cause);
    assert.equal(again.code, 0);
    assert.match(again.printed.at(-1) ?? '', /2 events: 0 undone, 2 unchanged, 0 refused/u);

    const back = reportOf(await run('undo', '--cause', done.correlation_id ?? '', '--json'));
    assert.equal(back.undone, 2);
  }),
);

undoing('takes one event back, and says what was put back', () =>
  inFolder(async (folder) => {
    const { event } = await deletedTogether(folder);
    const { code, printed } = await runIn(folder)('undo', event);
    assert.equal(code, 0);
    assert.ok(
      printed.some((line) => line.includes('/deleted: true → false')),
      printed.join('\n'),
    );
  }),
);

undoing('refuses an event or cause that is not there, and a command that names neither or both', () =>
  inFolder(async (folder) => {
    const { cause, event } = await deletedTogether(folder);
    const run = runIn(folder);
    const missing = [await run('undo', 'nothing'), await run('undo', '--cause', 'nothing')];
    assert.deepEqual(
      missing.map(({ code }) => code),
      [1, 1],
    );
    assert.match(missing[0]?.complaints.join('') ?? '', /no such event/u);
    const misused = [await run('undo'), await run('undo', event, '--cause', cause)];
    assert.deepEqual(
      misused.map(({ code }) => code),
      [2, 2],
    );
    assert.equal((await run('undo', event, '--field', '/title')).code, 1);
    assert.equal((await run('undo', event, '--workspace', 'elsewhere')).code, 1);
  }),
);
