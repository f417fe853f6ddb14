/** No undo makes works supersede each other in a cycle. */
import assert from 'node:assert/strict';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { undoEvent } from '../../../commands/undo/undo-event.ts';
import { rootOf } from '../../../commands/work-identity/roots.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { Refused } from '../../../domain/errors.ts';
import type { PublicationCommand } from '../../../domain/publication/commands.ts';
import { randomIds } from '../../../infra/system.ts';
import { openInstallation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';
import { withAdminCheck } from '../../../projections/queries/members.ts';

const undoing = suite('undoing that two works were kept apart');

const caller = () => newCaller(randomIds, 'org', { type: 'user', id: 'staff' });

undoing('is refused if the other work is now superseded by this one', async () => {
  await using installation = await openInstallation({ matching: false });
  const send = (key: string, command: PublicationCommand) =>
    handle(installation, publicationAggregate, key, command, caller());
  const original = { type: 'book', title: 'Pots' };
  for (const doi of ['a', 'b', 'c'])
    await send(doi, { type: 'CreatePublication', doi, original: { ...original, URL: `https://example.org/${doi}` } });
  await send('a', { type: 'KeepApart', from: 'c' });
  await send('c', { type: 'SupersedePublication', by: 'b' });
  const undo = async (): Promise<void> => {
    for await (const { id, type, stream, position: place } of installation.events.readStream('work-org~a')) {
      if (type !== 'PublicationKeptApart') continue;
      const request = { by: { role: 'member', at: 0 }, dryRun: false } as const;
      await undoEvent(withAdminCheck(installation), { id, type, stream, place }, request, caller());
    }
  };
  await send('b', { type: 'SupersedePublication', by: 'a' });
  await assert.rejects(undo, (error) => error instanceof Refused && error.code === 'supersedes_it');
  assert.equal((await rootOf(installation.events, 'org', 'c')).id, 'a');

  await send('b', { type: 'SeparatePublication' });
  await undo();
  assert.equal((await rootOf(installation.events, 'org', 'a')).id, 'b');
});
