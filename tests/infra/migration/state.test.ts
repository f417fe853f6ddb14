/** Moving the state, which is neither events nor rows, and the whole command. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newCaller } from '../../../commands/caller.ts';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import { userByEmail } from '../../../commands/identity/users.ts';
import { queueUndo, undoJobs } from '../../../commands/undo/jobs.ts';
import { Refused } from '../../../domain/errors.ts';
import { moveState } from '../../../infra/migration/state.ts';
import { openSqliteState } from '../../../infra/sqlite/state/index.ts';
import { membershipsOf } from '../../../projections/queries/members.ts';
import { startDouble } from '../../support/eventstoredb-double/double.ts';
import { openInstallation } from '../../support/installation.ts';
import { filesIn, placeOf } from '../../support/stores.ts';
import { providerChecksOf } from '../../../workers/ingestion/provider-checks.ts';
import { suite } from '../../support/suite.ts';
import { closing } from '../../support/closing.ts';
import { inFolder } from '../../support/folder.ts';
import { onMongoDb, inFreshDatabase } from '../../support/mongodb.ts';
import { operationsIn } from '../../support/command-line.ts';

const moving = suite('moving an installation');

moving('moves users under their ids, and neither sessions nor the progress of matching', () =>
  inFolder(async (folder) => {
    await using installation = await openInstallation({ place: filesIn(folder) });
    await using target = closing(await openSqliteState({ file: path.join(folder, 'target.db') }));
    const request = { email: 'jo@example.org', role: 'member', workspace: 'org' } as const;
    const { userId } = await grantSession(installation, request);
    await providerChecksOf(installation).rememberLists('0000-0002-1825-0097', {});
    await installation.settled();
    for (const again of [1, 2])
      assert.ok((await moveState(installation.state, target, () => undefined)) > 1, `the ${again}. time`);
    assert.equal((await userByEmail({ ...installation, state: target }, 'jo@example.org')).id, userId);
    assert.equal((await target.list('asked/')).length, 1);
    for (const kind of ['session/', 'sign-in-link/', 'lease/', 'matching/'])
      assert.deepEqual(await target.list(kind), []);
  }),
);

moving('skips records that expire meanwhile', () =>
  inFolder(async (folder) => {
    await using source = closing(await openSqliteState({ file: path.join(folder, 'source.db') }));
    await using target = closing(await openSqliteState({ file: path.join(folder, 'target.db') }));
    await source.put('provider-pace/orcid', {}, { ttlMs: 100 });
    await source.put('user/jo', 'jo');
    const slow = {
      ...target,
      get: async (key: string) => {
        await pause(200);
        return target.get(key);
      },
    };
    assert.equal(await moveState(source, slow, () => undefined), 1);
    assert.equal((await target.get('user/jo'))?.value, 'jo');
  }),
);

const refused = (code: string) => (error: unknown) => error instanceof Refused && error.code === code;

moving('is refused if the target has users that the source lacks', () =>
  inFolder(async (folder) => {
    await using source = closing(await openSqliteState({ file: path.join(folder, 'source.db') }));
    await using target = closing(await openSqliteState({ file: path.join(folder, 'target.db') }));
    await source.put('user/jo', 'of an earlier time');
    await target.put('user/jo', 'of today');
    await target.put('user/new', 'of today');
    await assert.rejects(
      moveState(source, target, () => undefined),
      refused('state_is_newer'),
    );
    assert.equal((await target.get('user/jo'))?.value, 'of today');
  }),
);

moving('accepts the address of EventStoreDB, of one server or a cluster, and nothing else', () =>
  inFolder(async (folder) => {
    const migrate = (to: string) => operationsIn({ DATA_DIR: folder }).migrate(to, () => undefined);
    for (const wrong of ['http://localhost', 'mongodb://a:27017,b:27017/colophon', 'localhost:2113', 'esdb:a', ''])
      await assert.rejects(migrate(wrong), refused('invalid_target'), wrong);
    // Accepted, and then there is nothing to move.
    for (const right of ['esdb://a', 'esdb://jo:pw@a:1,b:2,c:3?tls=true', 'kurrentdb+discover://cluster.example.org'])
      await assert.rejects(migrate(right), refused('nothing_there'), right);
  }),
);

moving('uses EVENTSTORE_URL by default, and names it only then', () =>
  inFolder(async (folder) => {
    await using double = await startDouble();
    await (await openInstallation({ place: filesIn(folder) })).stop();
    const migrateIn = (env: Readonly<Record<string, string>>, to: string | null) =>
      operationsIn({ DATA_DIR: folder, ...env }).migrate(to, () => undefined);
    await assert.rejects(migrateIn({}, null), refused('invalid_target'));
    const here = { EVENTSTORE_URL: double.url };
    await assert.rejects(migrateIn(here, 'esdb://a?nothing=1'), /^BadConfig: --to=esdb:\/\/a is not accepted: /u);
    assert.equal((await migrateIn(here, null)).moved, 2);
  }),
);

moving('is refused while an undo is running, which would find nothing more to undo on another log', () =>
  inFolder(async (folder) => {
    await using double = await startDouble();
    const installation = await openInstallation({ place: filesIn(folder) });
    const request = { cause: 'a-cause', upTo: 2, by: { role: 'superadmin', at: 0 }, dryRun: false } as const;
    const caller = newCaller(installation.ids, 'org', { type: 'system', id: 'cli' });
    const job = await queueUndo(installation, request, 2, caller);
    await installation.stop();
    const migrate = () => operationsIn({ DATA_DIR: folder }).migrate(double.url, () => undefined);
    await assert.rejects(migrate(), refused('undo_under_way'));
    await using state = closing(await openSqliteState({ file: path.join(folder, 'state.db') }));
    await undoJobs.save(state, { ...job, status: 'succeeded', finishedAt: 0 });
    await migrate();
  }),
);

moving('reports what it moved, and what it did not', () =>
  inFolder(async (folder) => {
    await using double = await startDouble();
    await (await openInstallation({ place: filesIn(folder) })).stop();
    await operationsIn({ DATA_DIR: folder }).status();
    const report = await operationsIn({ DATA_DIR: folder }).migrate(double.url, () => undefined);
    const { events, streams, moved, checksum, ...rest } = report;
    assert.deepEqual([events, streams, moved], [2, 2, 2]);
    assert.match(checksum, /^[\w+/]{43}=$/);
    assert.deepEqual(rest, { stateRecords: null, inUse: false });

    // The rows of the files do not fit the copy, and may continue to serve the files: they are emptied on request.
    const onCopy = operationsIn({ DATA_DIR: folder, EVENTSTORE_URL: double.url });
    await assert.rejects(onCopy.status(), (error: unknown) => {
      assert.ok(error instanceof Refused && error.code === 'other_log', String(error));
      assert.match(error.message, /a copy of it, such as migrate makes.*colophon projections adopt-log/u);
      return true;
    });
    await operationsIn({ DATA_DIR: folder }).status();
    await onCopy.adoptLog();
    await onCopy.status();
  }),
);

const TO_SERVERS = 'moving an installation to servers only';
await onMongoDb(TO_SERVERS, 'leaves nothing behind that must outlive the move', (server) =>
  suite(TO_SERVERS)('leaves nothing behind that must outlive the move', () =>
    inFolder(async (folder) => {
      await using double = await startDouble();
      await using database = inFreshDatabase(server);
      const request = { email: 'jo@example.org', role: 'member', workspace: 'org' } as const;
      const installation = await openInstallation({ place: filesIn(folder) });
      const { userId } = await grantSession(installation, request);
      await installation.settled();
      const before = await membershipsOf(installation.readModels, userId);
      assert.equal(before.length, 1);
      await installation.stop();

      const env = { EVENTSTORE_URL: double.url, MONGODB_URL: database.url };
      const { EVENTSTORE_URL: to, ...rest } = env;
      const { stateRecords } = await operationsIn({ DATA_DIR: folder, ...rest }).migrate(to, () => undefined);
      assert.ok((stateRecords ?? 0) > 1);

      await using moved = await openInstallation({ place: placeOf({ DATA_DIR: folder, ...env }) });
      await moved.settled();
      assert.deepEqual(await membershipsOf(moved.readModels, userId), before);
      assert.equal((await userByEmail(moved, request.email)).id, userId);
    }),
  ),
);

const FROM_HALF = 'moving a log beside which users and identities are on MongoDB already';
await onMongoDb(FROM_HALF, 'leaves those where they are', (server) =>
  suite(FROM_HALF)('leaves those where they are', () =>
    inFolder(async (folder) => {
      await using double = await startDouble();
      await using database = inFreshDatabase(server);
      const half = { DATA_DIR: folder, MONGODB_URL: database.url };
      const request = { email: 'jo@example.org', role: 'member', workspace: 'org' } as const;
      const installation = await openInstallation({ place: placeOf(half) });
      const { userId } = await grantSession(installation, request);
      await installation.settled();
      await installation.stop();

      const { stateRecords, inUse } = await operationsIn(half).migrate(double.url, () => undefined);
      assert.deepEqual([stateRecords, inUse], [0, false]);
      const onServers = { ...half, EVENTSTORE_URL: double.url };
      await operationsIn(onServers).adoptLog();
      await using moved = await openInstallation({ place: placeOf(onServers) });
      await moved.settled();
      assert.equal((await userByEmail(moved, request.email)).id, userId);
      assert.equal((await membershipsOf(moved.readModels, userId)).length, 1);
    }),
  ),
);
