/** No undo makes works supersede each other in a cycle. */
import assert from 'node:assert/strict';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { undoEvent } from '../../../commands/undo/undo-event.ts';
import { rootOf } from '../../../commands/work-identity/roots.ts';
import { workAggregate } from '../../../commands/work.ts';
import { Refused } from '../../../domain/errors.ts';
import type { WorkCommand } from '../../../domain/work/commands.ts';
import { randomIds } from '../../../infra/system.ts';
import { openInstallation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';
import { withAdminCheck } from '../../../projections/queries/members.ts';

const undoing = suite('undoing that two works were kept apart');

const caller = () => newCaller(randomIds, 'org', { type: 'user', id: 'staff' });

undoing('is refused if the other work is now superseded by this one', async () => {
  await using installation = await openInstallation({ matching: false });
  const send = (key: string, command: WorkCommand) => handle(installation, workAggregate, key, command, caller());
  const original = { type: 'book', title: 'Pots' };
  for (const key of ['a', 'b', 'c'])
    await send(key, { type: 'CreateWork', key, original, href: `https://example.org/${key}` });
  await send('a', { type: 'KeepWorkApart', from: { work: 'c' } });
  await send('c', { type: 'SupersedeWork', key: 'c', by: { work: 'b' } });
  const undo = async (): Promise<void> => {
    for await (const { id, type, stream, position: place } of installation.events.readStream('work-org~a')) {
      if (type !== 'WorkKeptApart') continue;
      const request = { by: { role: 'member', at: 0 }, dryRun: false } as const;
      await undoEvent(withAdminCheck(installation), { id, type, stream, place }, request, caller());
    }
  };
  await send('b', { type: 'SupersedeWork', key: 'b', by: { work: 'a' } });
  await assert.rejects(undo, (error) => error instanceof Refused && error.code === 'supersedes_it');
  assert.deepEqual((await rootOf(installation.events, 'org', { work: 'c' })).item, { work: 'a' });

  await send('b', { type: 'SeparateWork' });
  await undo();
  assert.deepEqual((await rootOf(installation.events, 'org', { work: 'a' })).item, { work: 'b' });
});
