/** `colophon users erase`: nothing in the state leads to the user, or names them, and no workspace knows them. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { userByIdentity } from '../../../commands/identity/identities.ts';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import { userByEmail } from '../../../commands/identity/users.ts';
import { createWorkspace } from '../../../commands/bootstrap.ts';
import { everyRecord } from '../../../commands/every-record.ts';
import { memberAggregate } from '../../../commands/aggregates.ts';
import { Refused } from '../../../domain/errors.ts';
import { openInstallation } from '../../support/installation.ts';
import { filesIn } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';
import { inFolder } from '../../support/folder.ts';
import { tell } from '../../support/tell.ts';
import { operationsIn } from '../../support/command-line.ts';

const erasing = suite('erasing a user', { onFilesAlone: 'the command is run on the files of an installation' });

const EMAIL = 'Leaver.Unique@example.org';

erasing('ends memberships, invitations, sessions and links, and leaves no address or name in any file', () =>
  inFolder(async (folder) => {
    const installation = await openInstallation({ place: filesIn(folder), matching: false });
    await createWorkspace(installation, 'other', 'Other');
    const { userId } = await grantSession(installation, { email: EMAIL, role: 'member', workspace: 'org' });
    const identity = {
      issuer: 'https://id.example',
      subject: 's',
      email: EMAIL,
      emailVerified: true,
      name: 'Zaphodine',
    };
    assert.equal((await userByIdentity(installation, identity)).id, userId);
    const invite = { type: 'InviteMember', userId, role: 'member', by: 'superadmin' } as const;
    await tell(installation, memberAggregate, userId, invite, 'other');
    const kept = await grantSession(installation, { email: 'stays@example.org', role: 'member', workspace: 'org' });
    await installation.settled();
    await installation.stop();

    const commands = operationsIn({ DATA_DIR: folder });
    const { workspaces, waysIn, rowsGone, filesClean } = await commands.eraseUser(EMAIL);
    assert.deepEqual([[...workspaces].sort(), waysIn, rowsGone, filesClean], [['org', 'other'], 3, true, true]);
    await assert.rejects(commands.eraseUser(EMAIL), (error) => error instanceof Refused && error.kind === 'not_found');

    const files = (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'latin1'));
    const all = (await Promise.all(files)).join('').toLowerCase();
    assert.deepEqual(
      [all.includes('leaver.unique'), all.includes('zaphodine'), all.includes('stays@')],
      [false, false, true],
    );

    const after = await openInstallation({ place: filesIn(folder), matching: false });
    for await (const { key, value } of everyRecord(after.state, ''))
      assert.ok(!JSON.stringify(value).includes(userId), key);
    assert.notEqual((await userByEmail(after, EMAIL)).id, userId);
    assert.equal((await userByEmail(after, 'stays@example.org')).id, kept.userId);
    await after.stop();
  }),
);
