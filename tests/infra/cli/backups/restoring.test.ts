/** What a restore replaces, and how an interrupted one resumes. */
import assert from 'node:assert/strict';
import { chown, cp, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { loadState, type Aggregate } from '../../../../commands/aggregate.ts';
import { apiKeyAggregate, memberAggregate } from '../../../../commands/aggregates.ts';
import { createWorkspace } from '../../../../commands/bootstrap.ts';
import { photosKey } from '../../../../commands/photos.ts';
import { doiCheckKey, listsKey, workedThroughKey } from '../../../../commands/last-checks.ts';
import { installationAggregate } from '../../../../commands/installation.ts';
import type { EventStore } from '../../../../commands/ports.ts';
import type { DomainEvent } from '../../../../domain/event.ts';
import { inFile } from '../../../../infra/sqlite/connection/database.ts';
import { both, keepEnded, keptEnded, NOTHING } from '../../../../infra/sqlite/backup/ended.ts';
import { restoreBackup } from '../../../../infra/sqlite/backup/restoring.ts';
import { copyingIn, lockRestore, restoringIn } from '../../../../infra/sqlite/backup/unfinished.ts';
import { takeBackup } from '../../../../infra/sqlite/backup/taking.ts';
import { openSqliteEventStore } from '../../../../infra/sqlite/events/index.ts';
import { openSqliteState } from '../../../../infra/sqlite/state/index.ts';
import { systemClock } from '../../../../infra/system.ts';
import { whileOpen } from '../../../../infra/while-open.ts';
import { openStores } from '../../../../infra/wiring/stores.ts';
import { workspaces } from '../../../../projections/workspaces/workspaces.ts';
import type { Steps } from '../../../../infra/interrupted.ts';
import { collect } from '../../../support/event-stores.ts';
import { openInstallation, silent } from '../../../support/installation.ts';
import { dispatch } from '../../../support/dispatch.ts';
import { append, QUIXOTE } from '../../../support/people.ts';
import { closing } from '../../../support/closing.ts';
import { operationsIn } from '../../../support/command-line.ts';
import { inFreshDatabase, onMongoDb } from '../../../support/mongodb.ts';
import { placeOf } from '../../../support/stores.ts';
import { suite } from '../../../support/suite.ts';
import { commandLine, during, inFolders, isRoot, NOBODY, quietly, refusedAs, recordPerson } from './in-folders.ts';

const backups = suite('a backup that is restored');

backups('replaces nothing by default, and nothing that is in use', () =>
  inFolders(async ({ data, backup }) => {
    await recordPerson(data);
    await commandLine(data).backup(backup, quietly);
    await assert.rejects(commandLine(data).backup(backup, quietly), refusedAs('not_empty'));
    await assert.rejects(commandLine(data).restore(backup, false, quietly), refusedAs('not_empty'));
    await during(data, async ({ state }) => {
      await state.put('lease/projector', {}, { ttlMs: 60_000 });
      await assert.rejects(commandLine(data).restore(backup, true, quietly), refusedAs('in_use'));
      await state.remove('lease/projector');
    });
    // An api alone holds no lease, and appends nevertheless.
    const config = { dataDir: data, eventStoreUrl: null, mongodbUrl: null };
    const api = await openStores(config, silent);
    await assert.rejects(commandLine(data).restore(backup, true, quietly), refusedAs('in_use'));
    await api.close();
    await commandLine(data).restore(backup, true, quietly);
  }),
);

backups('is restored over a damaged or an empty state file', () =>
  inFolders(async ({ data, backup }) => {
    await recordPerson(data);
    const { events } = await commandLine(data).backup(backup, quietly);
    for (const state of ['no database, and longer than the header of one. '.repeat(100), '']) {
      for (const name of await readdir(data)) if (name.startsWith('state.db')) await rm(path.join(data, name));
      await writeFile(path.join(data, 'state.db'), state);
      await commandLine(data).restore(backup, true, quietly);
      await during(data, async (installation) => {
        assert.equal((await collect(installation.events.readAll())).length, events);
      });
    }
  }),
);

backups('without the state keeps that of the folder, including writes that are still in its write-ahead log', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await recordPerson(data);
    const { signal } = new AbortController();
    const options = { dataDir: data, target: backup, names: ['events.db'], version: 'test', now: 0, signal };
    await takeBackup(options, quietly);
    // As a killed service leaves its folder.
    await using state = closing(await openSqliteState({ file: path.join(data, 'state.db') }));
    await state.put('user/last', 'of the log');
    await state.put('matching/checkpoint', { position: 900 });
    // The files of other connections are removed when they close, perhaps just now.
    const filter = (file: string): boolean => file.includes('state.db') || !/-(?:shm|wal)$/u.test(file);
    await cp(data, elsewhere, { recursive: true, filter });
    await restoreBackup({ source: backup, dataDir: elsewhere, stateOnServer: null, force: true, signal }, quietly);
    await using restored = closing(await openSqliteState({ file: path.join(elsewhere, 'state.db') }));
    assert.equal((await restored.get('user/last'))?.value, 'of the log');
    assert.deepEqual(await restored.list('matching/'), []);
  }),
);

backups(
  'of the log alone is not restored beside processes whose state is elsewhere, and leaves none of what that says of a log',
  () =>
    inFolders(async ({ data, backup }) => {
      await recordPerson(data);
      await commandLine(data).backup(backup, quietly);
      await using state = closing(await openSqliteState({ file: `${data}-server` }));
      await state.put('matching/checkpoint', { position: 900 });
      await state.put('user/last', 'of the log');
      await state.put('lease/worker', {}, { ttlMs: 60_000 });
      const { signal } = new AbortController();
      const restoring = () =>
        restoreBackup({ source: backup, dataDir: data, stateOnServer: state, force: true, signal }, quietly);
      await assert.rejects(restoring(), refusedAs('in_use'));
      await state.remove('lease/worker');
      await restoring();
      assert.deepEqual(
        (await state.list('')).map(({ key }) => key),
        ['user/last'],
      );
    }),
);

backups('whose restore is interrupted while it records what ended keeps what an earlier one recorded', () =>
  inFolders(async ({ data }) => {
    const [noted, more] = ['a', 'b'].map((id) => {
      return { ...NOTHING, erasures: [{ id, workspace: 'org', orcid: QUIXOTE.orcid }] };
    });
    assert.ok(noted && more);
    const file = path.join(data, 'ended.json');
    await keepEnded(file, noted);
    // The content of the file at any moment is what a process that dies then leaves.
    await using standing = await open(file);
    await keepEnded(file, both(noted, more));
    assert.deepEqual(JSON.parse(await standing.readFile('utf8')), noted);
    assert.deepEqual((await keptEnded(file)).erasures, [...noted.erasures, ...more.erasures]);
  }),
);

backups('is restarted after an interruption, as taking one is, before anything is served from it', () =>
  inFolders(async ({ data, backup }) => {
    await recordPerson(data);
    await mkdir(`${backup}.partial-Qx3f0a`);
    await writeFile(path.join(`${backup}.partial-Qx3f0a`, 'events.db'), 'half of it');
    await commandLine(data).backup(backup, quietly);
    assert.deepEqual((await readdir(backup)).sort(), ['events.db', 'manifest.json', 'state.db']);

    const stop = new AbortController();
    const stopping: Steps = (what) => (what.startsWith('copying') ? stop.abort() : undefined);
    // SQLite creates and removes files beside a file as connections open and close.
    const files = async () => (await readdir(data)).filter((name) => !/-(wal|shm)$/.test(name)).sort();
    const before = await files();
    await assert.rejects(commandLine(data, stop.signal).restore(backup, true, stopping), /nothing was changed/);
    assert.deepEqual(await files(), before);

    await mkdir(path.join(data, '.restoring'));
    await writeFile(path.join(data, '.restoring', 'events.db'), 'half of it');
    await assert.rejects(commandLine(data).status(), refusedAs('restore_unfinished'));
    await assert.rejects(commandLine(data).backup(`${backup}-of-half`, quietly), refusedAs('restore_unfinished'));
    const { events } = await commandLine(data).restore(backup, true, quietly);
    assert.deepEqual((await readdir(data)).sort(), ['events.db', 'state.db']);
    await during(data, async (installation) => {
      assert.equal((await collect(installation.events.readAll())).length, events);
    });
  }),
);

backups('fails the job of a person who was erased later, and reports the restored counts', () =>
  inFolders(async ({ data, backup }) => {
    const { orcid } = QUIXOTE;
    await commandLine(data).createWorkspace('org', undefined);
    await during(data, (installation) =>
      append(installation, `ingestion-org~${orcid}`, 'org', [
        { type: 'IngestionQueued', data: { jobId: 'job-1', orcid, shard: 0, triggerSource: 'people_page' } },
      ]),
    );
    const before = await commandLine(data).backup(backup, quietly);
    await recordPerson(data);
    await commandLine(data).erasePerson(orcid, null);
    const { events } = await commandLine(data).restore(backup, true, quietly);
    await during(data, async (installation) => {
      const types = (await collect(installation.events.readAll())).map(({ type }) => type);
      assert.deepEqual(types.slice(before.events), ['IngestionForceFailed', 'IngestionReset', 'PersonErased']);
      assert.equal(types.length, events);
    });
  }),
);

backups('older than the person keeps the erasure, and a newer one that has the person repeats it', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    const { orcid } = QUIXOTE;
    await commandLine(data).createWorkspace('org', undefined);
    await commandLine(data).backup(backup, quietly);
    await recordPerson(data);
    await during(data, async ({ state }) => {
      await state.put(`${photosKey('org', orcid)}1`, {});
      await state.put(listsKey(orcid), {});
      await state.put(workedThroughKey('org', orcid), {});
      await state.put(doiCheckKey('10.5555/a'), {});
    });
    await commandLine(data).backup(elsewhere, quietly);
    await commandLine(data).erasePerson(orcid, null);
    assert.equal((await commandLine(data).restore(backup, true, quietly)).endedAgain.length, 0);
    assert.equal((await commandLine(data).restore(elsewhere, true, quietly)).endedAgain.length, 1);
    await during(data, async ({ state }) => assert.deepEqual(await state.list('photo/'), []));
    await during(data, async ({ state }) =>
      assert.deepEqual(
        (await state.list('asked/')).map(({ key }) => key),
        [doiCheckKey('10.5555/a')],
      ),
    );
    await during(data, async ({ events }) => {
      assert.deepEqual(await collect(events.readStream(`person-org~${orcid}`)), []);
    });
  }),
);

backups('fails the job of a person who was erased before the first job had registered them', () =>
  inFolders(async ({ data, backup }) => {
    const { orcid } = QUIXOTE;
    await commandLine(data).createWorkspace('org', undefined);
    await during(data, (installation) =>
      append(installation, `ingestion-org~${orcid}`, 'org', [
        { type: 'IngestionQueued', data: { jobId: 'job-1', orcid, shard: 0, triggerSource: 'people_page' } },
      ]),
    );
    await commandLine(data).backup(backup, quietly);
    assert.ok((await commandLine(data).erasePerson(orcid, null)).workspaces[0]?.jobEnded);
    await commandLine(data).restore(backup, true, quietly);
    await during(data, async ({ events }) => {
      const types = (await collect(events.readStream(`ingestion-org~${orcid}`))).map(({ type }) => type);
      assert.deepEqual(types, ['IngestionQueued', 'IngestionForceFailed', 'IngestionReset']);
    });
  }),
);

backups('erases no person who was registered again after an erasure', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    const { orcid } = QUIXOTE;
    await recordPerson(data);
    await commandLine(data).backup(backup, quietly);
    await commandLine(data).erasePerson(orcid, null);
    await recordPerson(data);
    await commandLine(data).backup(elsewhere, quietly);
    assert.equal((await commandLine(data).restore(backup, true, quietly)).endedAgain.length, 1);
    assert.equal((await commandLine(data).restore(elsewhere, true, quietly)).endedAgain.length, 0);
    await during(data, async ({ events }) => {
      assert.ok((await collect(events.readStream(`person-org~${orcid}`))).length > 0);
    });
  }),
);

backups('ends again the access that ended since, lists it, and ends none that was given again', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await commandLine(data).createWorkspace('org', undefined);
    const inLog = async (work: (events: EventStore) => Promise<void>) =>
      whileOpen(await openSqliteEventStore({ file: path.join(data, 'events.db') }), work);
    const send = <State, Command extends { readonly type: string }, E extends DomainEvent>(
      aggregate: Aggregate<State, Command, E>,
      id: string,
      ...commands: readonly Command[]
    ) =>
      inLog(async (events) => {
        for (const command of commands) await dispatch({ events, clock: systemClock }, aggregate, id, command);
      });
    const by = 'superadmin';
    const settings = { scopes: ['ingest'], rateLimitPerMinute: 60 } as const;
    await send(memberAggregate, 'jo', { type: 'SetMember', userId: 'jo', role: 'member', by });
    await send(memberAggregate, 'ann', { type: 'SetMember', userId: 'ann', role: 'workspace_admin', by });
    const issued = { type: 'IssueApiKey', keyHash: 'k', clientName: 'Partner', rotatedFrom: null } as const;
    await send(apiKeyAggregate, 'k', { ...issued, ...settings });
    const [hash, expiresAt, now] = ['h', null, 1];
    await send(
      installationAggregate,
      'web',
      { type: 'CreateInstallation', id: 'web', platform: 'cms_a', displayName: 'W', description: null, scopes: [] },
      { type: 'IssueCredential', credentialId: 'one', hash, expiresAt, now },
      { type: 'IssueCredential', credentialId: 'two', hash, expiresAt, now },
    );
    await commandLine(data).backup(backup, quietly);
    await send(memberAggregate, 'jo', { type: 'RemoveMember', userId: 'jo', by });
    await send(memberAggregate, 'ann', { type: 'ChangeMemberRole', userId: 'ann', role: 'member', by });
    await send(apiKeyAggregate, 'k', { type: 'RevokeApiKey', replacedBy: null });
    const rotated = { newCredentialId: 'three', hash, expiresAt, oldExpiresAt: 9_999_999_999_999, now } as const;
    await send(installationAggregate, 'web', { type: 'RotateCredential', credentialId: 'one', ...rotated });
    await send(memberAggregate, 'jo', { type: 'InviteMember', userId: 'jo', role: 'member', by });
    await send(memberAggregate, 'jo', { type: 'AcceptInvitation', userId: 'jo' });
    await commandLine(data).backup(elsewhere, quietly);
    await send(memberAggregate, 'jo', { type: 'RemoveMember', userId: 'jo', by });

    const ended = [
      { what: 'key', workspace: 'org', id: 'k' },
      { what: 'credential', workspace: 'org', id: 'web/one' },
      { what: 'role', workspace: 'org', id: 'ann' },
      { what: 'membership', workspace: 'org', id: 'jo' },
    ];
    for (let round = 0; round < 2; round += 1) {
      const restored = await commandLine(data).restore(backup, true, quietly);
      assert.deepEqual(restored.endedAgain, ended);
      assert.deepEqual([restored.unread, restored.replacedLog], [[], true]);
    }
    await inLog(async (events) => {
      const { state } = await loadState(events, apiKeyAggregate, 'org', 'k');
      assert.equal(state.status, 'revoked');
    });
    // Jo, removed once more after this backup, was a member again in it; the other endings are in it already.
    const { endedAgain } = await commandLine(data).restore(elsewhere, true, quietly);
    assert.deepEqual(endedAgain, [{ what: 'membership', workspace: 'org', id: 'jo' }]);
  }),
);

backups('says what it could not read in the replaced log, ends the rest again, and knows nothing without one', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await recordPerson(data);
    await commandLine(data).backup(backup, quietly);
    await commandLine(data).erasePerson(QUIXOTE.orcid, null);
    await during(data, (installation) =>
      append(installation, 'member-org~jo', 'org', [{ type: 'MemberAdded', data: { userId: 'jo', role: 'member' } }]),
    );
    inFile(path.join(data, 'events.db'), (db) =>
      db.prepare("UPDATE events SET metadata = 'torn' WHERE stream = 'member-org~jo'").run(),
    );
    const { endedAgain, unread } = await commandLine(data).restore(backup, true, quietly);
    assert.deepEqual([endedAgain.length, unread], [1, ['member-org~jo']]);
    await writeFile(path.join(data, 'events.db'), 'no log');
    const all = ['erasures of people', 'members, keys and installations'];
    assert.deepEqual((await commandLine(data).restore(backup, true, quietly)).unread, all);
    const fresh = await commandLine(elsewhere).restore(backup, false, quietly);
    assert.deepEqual([fresh.endedAgain, fresh.unread, fresh.replacedLog], [[], [], false]);
  }),
);

const OWNER = 'by root belongs to the owner of the folder, as do files that root creates there later';
if (!isRoot) backups.skip(OWNER, 'only root can change the owner of files');
else
  backups(OWNER, () =>
    inFolders(async ({ data, backup }) => {
      await recordPerson(data);
      await commandLine(data).backup(backup, quietly);
      await chown(data, NOBODY, NOBODY);
      await commandLine(data).restore(backup, true, quietly);
      for (const name of await readdir(data)) assert.equal((await stat(path.join(data, name))).uid, NOBODY, name);
      await commandLine(data).createWorkspace('later', undefined);
      const names = await readdir(data);
      assert.ok(names.includes('read.db'));
      for (const name of names) assert.equal((await stat(path.join(data, name))).uid, NOBODY, name);
    }),
  );

backups('is not moved into place beneath a service that started meanwhile', () =>
  inFolders(async ({ data, backup }) => {
    await recordPerson(data);
    await commandLine(data).backup(backup, quietly);
    let service: ReturnType<typeof openStores> | undefined;
    const restoring = commandLine(data).restore(backup, true, (what, done) => {
      if (what !== 'copying state.db' || done !== 0) return;
      service = openStores({ dataDir: data, eventStoreUrl: null, mongodbUrl: null }, silent);
    });
    await assert.rejects(restoring, refusedAs('in_use'));
    assert.ok(!(await readdir(data)).some((name) => name.startsWith('.restoring')));
    await (await service)?.close();
  }),
);

backups('is not restored by a process that checked before another moved its copies, which leaves nothing either', () =>
  inFolders(async ({ elsewhere }) => {
    const [copies, moved] = [copyingIn(elsewhere), restoringIn(elsewhere)];
    assert.throws(() => lockRestore(elsewhere, copies), refusedAs('in_use'));
    assert.throws(() => lockRestore(elsewhere, moved), refusedAs('in_use'));
    for (const folder of [copies, moved]) await mkdir(folder, { recursive: true });
    assert.throws(() => lockRestore(elsewhere, copies), refusedAs('in_use'));
    assert.deepEqual(await readdir(elsewhere), [path.basename(moved)]);
    lockRestore(elsewhere, moved).close();
  }),
);

const BESIDE = 'a backup that is restored beside rows on MongoDB';
const REJECTS = 'has these rejected until they are rebuilt from it, even if its log is beyond them';
await onMongoDb(BESIDE, REJECTS, (server) =>
  suite(BESIDE)(REJECTS, () =>
    inFolders(async ({ data, backup, elsewhere }) => {
      await using database = inFreshDatabase(server);
      const half = operationsIn({ DATA_DIR: data, MONGODB_URL: database.url });
      await recordPerson(data);
      await commandLine(data).backup(elsewhere, quietly);
      const working = async (...ids: readonly string[]): Promise<readonly string[]> => {
        await using installation = await openInstallation({
          place: placeOf({ DATA_DIR: data, MONGODB_URL: database.url }),
          matching: false,
        });
        for (const id of ids) await createWorkspace(installation, id, id);
        await installation.settled();
        const all = { where: { all: [] }, limit: 9 };
        return (await installation.readModels.find(workspaces, all)).map(({ id }) => id);
      };
      await working('kept', 'more');
      await half.backup(backup, quietly);
      // Another branch of the same log, whose rows end before the backup does.
      await half.restore(elsewhere, true, quietly);
      await half.adoptLog();
      assert.deepEqual(await working('lost'), ['lost', 'org']);
      await half.restore(backup, true, quietly);
      await assert.rejects(half.status(), refusedAs('other_log'));
      await half.adoptLog();
      assert.deepEqual(await working(), ['kept', 'more', 'org']);
    }),
  ),
);
