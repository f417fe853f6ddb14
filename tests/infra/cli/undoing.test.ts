/** `colophon undo`: one event or a whole cause, by the operator, on the files of an installation. */
import assert from 'node:assert/strict';
import { newCaller } from '../../../commands/caller.ts';
import { act } from '../../../commands/publication-batches/act.ts';
import { randomIds } from '../../../infra/system.ts';
import type { UndoReport } from '../../../infra/cli/undo.ts';
import { openInstallation } from '../../support/installation.ts';
import { filesIn } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';
import { inFolder } from '../../support/folder.ts';
import { addPaper } from '../../support/papers.ts';
import { operationsIn, cli, type Printed } from '../../support/command-line.ts';

const undoing = suite('undoing at the command line', {
  onFilesAlone: 'the command is run on the files of an installation',
  timeoutMs: 120_000,
});

/** Two publications, which were then deleted together; the id of that cause and of its last event. */
const deletedTogether = async (folder: string) => {
  const installation = await openInstallation({ place: filesIn(folder), matching: false });
  const dois = ['10.5555/undo.1', '10.5555/undo.2'];
  for (const doi of dois) await addPaper(installation, doi);
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
  (...args: readonly string[]): Promise<Printed> =>
    cli(args, operationsIn({ DATA_DIR: folder }));

const reportOf = ({ out }: Printed): UndoReport => JSON.parse(out.split('\n').at(-1) ?? '') as UndoReport;

undoing('previews, does and reverts an undo', () =>
  inFolder(async (folder) => {
    const { cause } = await deletedTogether(folder);
    const run = runIn(folder);
    const looked = reportOf(await run('undo', '--cause', cause, '--dry-run', '--json'));
    assert.deepEqual([looked.events, looked.undone, looked.results.length], [2, 2, 2]);

    const done = reportOf(await run('undo', '--cause', cause, '--json'));
    assert.deepEqual([done.undone, done.refused], [2, 0]);
    const again = await run('undo', '--cause', cause);
    assert.equal(again.code, 0);
    assert.match(again.out, /2 events: 0 undone, 2 unchanged, 0 refused/u);

    const back = reportOf(await run('undo', '--cause', done.correlation_id ?? '', '--json'));
    assert.equal(back.undone, 2);
  }),
);

undoing('exits with 0 if only events that follow from the rest remain', async () => {
  const report: UndoReport = {
    ...{ dry_run: false, correlation_id: null, events: 3, undone: 1, unchanged: 0, results: [] },
    ...{ refused: 2, steps: 2 },
  };
  const run = (argv: readonly string[], found: UndoReport): Promise<Printed> =>
    cli(['undo', ...argv], { ...operationsIn({}), undo: () => Promise.resolve(found) });
  const whole = await run(['--cause', 'a'], report);
  assert.deepEqual([whole.code, whole.out.includes('2 refused (2 of them with nothing to undo)')], [0, true]);
  assert.equal((await run(['--cause', 'a'], { ...report, steps: 1 })).code, 1);
  assert.equal((await run(['an-event'], { ...report, events: 1, undone: 0, refused: 1, steps: 1 })).code, 1);
});

undoing('undoes one event, and reports what was restored', () =>
  inFolder(async (folder) => {
    const { event } = await deletedTogether(folder);
    const { code, out } = await runIn(folder)('undo', event);
    assert.equal(code, 0);
    assert.ok(out.includes('/deleted: true → false'), out);
  }),
);

undoing('keeps the last administrator', () =>
  inFolder(async (folder) => {
    const run = runIn(folder);
    const place = filesIn(folder);
    await (await openInstallation({ place, matching: false })).stop();
    await run('sessions', 'create', '--email', 'ada@example.org', '--role', 'workspace_admin');
    const installation = await openInstallation({ place, matching: false });
    const joined = { id: '', cause: '' };
    for await (const { id, type, metadata } of installation.events.readAll())
      if (type === 'MemberAdded') Object.assign(joined, { id, cause: metadata.correlationId });
    await installation.stop();
    for (const argv of [[joined.id], ['--cause', joined.cause], [joined.id, '--dry-run']]) {
      const { code, out } = await run('undo', ...argv);
      assert.equal(code, 1);
      assert.match(out, /would have no administrator/u);
    }
  }),
);

undoing('refuses an unknown event or cause, and a command that names neither or both', () =>
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
