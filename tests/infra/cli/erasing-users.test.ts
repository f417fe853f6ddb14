/** `colophon users erase`: nothing in the state refers to the user or names them, and no workspace lists them. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { userByIdentity } from '../../../commands/identity/identities.ts';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import { userByEmail } from '../../../commands/identity/users.ts';
import { createWorkspace } from '../../../commands/bootstrap.ts';
import { everyRecord } from '../../../commands/every-record.ts';
import { loadState } from '../../../commands/aggregate.ts';
import { memberAggregate } from '../../../commands/aggregates.ts';
import { Refused } from '../../../domain/errors.ts';
import { readConfig } from '../../../infra/config.ts';
import { eraseUser } from '../../../infra/cli/erase.ts';
import type { Stores } from '../../../infra/wiring/stores.ts';
import { Interrupted } from '../../../infra/interrupted.ts';
import { closing } from '../../support/closing.ts';
import { openInstallation, silent } from '../../support/installation.ts';
import { filesIn } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';
import { inFolder } from '../../support/folder.ts';
import { dispatch } from '../../support/dispatch.ts';
import { inContext, operationsIn } from '../../support/command-line.ts';

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
    await dispatch(installation, memberAggregate, userId, invite, 'other');
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

/** Stopped by the first call of a store with such an argument, which is still made. */
const stoppedBy = <Store extends object>(
  store: Store,
  name: keyof Store,
  isSo: (first: string) => boolean,
  stop: AbortController,
): Store => ({
  ...store,
  [name]: async (first: string, ...rest: readonly unknown[]) => {
    const done = await (store[name] as (...args: readonly unknown[]) => Promise<unknown>)(first, ...rest);
    if (isSo(first)) stop.abort();
    return done;
  },
});

/** Its output, stopped where `hooked` says. */
const saidOf = async (folder: string, hooked: (stores: Stores, stop: AbortController) => Stores): Promise<string> => {
  const stop = new AbortController();
  await using stores = closing(await filesIn(folder).open());
  const config = readConfig({ DATA_DIR: folder });
  const warn = (): void => undefined;
  const context = { config, stores: hooked(stores, stop), log: silent, signal: stop.signal, warn };
  return await eraseUser(inContext(context), EMAIL).then(
    () => 'done',
    (error: unknown) => (error instanceof Interrupted ? error.message : `not interrupted: ${String(error)}`),
  );
};

erasing('that is interrupted reports what is done, and continues when it is run again', () =>
  inFolder(async (folder) => {
    const before = await openInstallation({ place: filesIn(folder), matching: false });
    await createWorkspace(before, 'other', 'Other');
    const { userId } = await grantSession(before, { email: EMAIL, role: 'member', workspace: 'org' });
    const invite = { type: 'InviteMember', userId, role: 'member', by: 'superadmin' } as const;
    await dispatch(before, memberAggregate, userId, invite, 'other');
    await before.settled();
    await before.stop();

    const looking = await saidOf(folder, (stores, stop) => (stop.abort(), stores));
    assert.equal(looking, 'interrupted: nothing was erased; run it again');
    const halfway = await saidOf(folder, (stores, stop) => ({
      ...stores,
      events: stoppedBy(stores.events, 'append', (stream) => stream.startsWith('member-org~'), stop),
    }));
    assert.equal(halfway, 'interrupted: the user is not erased completely; run it again to continue');
    const waiting = await saidOf(folder, (stores, stop) => ({
      ...stores,
      state: stoppedBy(stores.state, 'remove', (key) => key.startsWith('user-email/'), stop),
    }));
    assert.equal(waiting, 'interrupted: the user is erased; the rows show it once a projector has run');

    const files = (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'latin1'));
    assert.ok(!(await Promise.all(files)).join('').toLowerCase().includes('leaver.unique'));
    const after = await openInstallation({ place: filesIn(folder), matching: false });
    await after.settled();
    for (const workspace of ['org', 'other'])
      assert.equal((await loadState(after.events, memberAggregate, workspace, userId)).state.status, 'absent');
    await after.stop();
  }),
);
