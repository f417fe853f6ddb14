/** Jobs of staff restart when the event log that they wrote to is replaced. */
import assert from 'node:assert/strict';
import { forgetLog } from '../../commands/forget-log.ts';
import { batches, nextOf, queueBatch } from '../../commands/publication-batches/batches.ts';
import { personMerges, queueMerge } from '../../commands/merge-people.ts';
import {
  keepPreview,
  nextReferences,
  previewOf,
  queueReferenceImport,
  referenceImports,
} from '../../commands/reference-imports/imports.ts';
import { queueUndo, undoJobs } from '../../commands/undo/jobs.ts';
import { openInstallation } from '../support/installation.ts';
import { suite } from '../support/suite.ts';

const jobs = suite('a staff job whose log is replaced');

jobs('restarts unless it has ended', async () => {
  await using installation = await openInstallation({ matching: false });
  const { state, caller } = installation;
  const dois = Array.from({ length: 400 }, (_, n) => `10.5555/${n}`);
  const batch = await queueBatch(installation, { ...caller, correlationId: 'batch' }, 'hide', dois);
  await batches.save(state, { ...batch, status: 'running', counts: { changed: 200, unchanged: 0, refused: 0 } });
  const ended = await queueBatch(installation, { ...caller, correlationId: 'ended' }, 'hide', ['10.5555/1']);
  const counts = { changed: 1, unchanged: 0, refused: 0 };
  await batches.save(state, { ...ended, status: 'succeeded', finishedAt: 1, counts });
  const request = { cause: 'job', upTo: 9, by: { role: 'member', at: 1 }, fields: undefined } as const;
  const undo = await queueUndo(installation, request, 500, { ...caller, correlationId: 'undo' });
  await undoJobs.save(state, { ...undo, status: 'running', before: 4, counts: { ...undo.counts, undone: 5 } });
  const list = { id: 'list', workspace: caller.workspace };
  const problem = {
    n: 1,
    line: 1,
    label: 'broken',
    problemLine: 1,
    problem: 'broken',
    code: 'unreadable',
    field: null,
  };
  await keepPreview(state, { ...list, actor: caller.actor, format: 'bibtex', expiresAt: 9 }, [problem]);
  const preview = await previewOf(state, list);
  assert.ok(preview !== null);
  const importing = await queueReferenceImport(installation, caller, preview, [problem], [{ as: 'skip' }], []);
  await referenceImports.save(state, { ...importing, counts: { ...importing.counts, refused: 1 } });

  const people = { from: `p-${'0'.repeat(26)}`, into: '0000-0002-1825-0097' };
  const merge = await queueMerge(installation, people, 5, { ...caller, correlationId: 'merge' });
  await personMerges.save(state, { ...merge, status: 'running', moved: 3 });

  await forgetLog(state);
  const again = await batches.get(state, 'org', 'batch');
  assert.deepEqual(again && [again.counts.changed, (await nextOf(state, again))[0]], [0, '10.5555/0']);
  assert.deepEqual((await batches.get(state, 'org', 'ended'))?.counts, counts);
  const undone = await undoJobs.get(state, 'org', 'undo');
  const imported = await referenceImports.get(state, 'org', 'list');
  assert.deepEqual(imported && (await nextReferences(state, imported)).entries, [problem]);
  assert.deepEqual(undone && [undone.before, undone.counts.undone], [undo.before, 0]);
  assert.equal((await personMerges.get(state, 'org', 'merge'))?.moved, 0);
});
