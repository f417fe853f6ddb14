/** A projector that is delayed at any call on real stores does not overwrite what another has written meanwhile. */
import { ok } from 'node:assert/strict';
import path from 'node:path';
import { openMongoReadModels } from '../../../infra/mongodb/rows/index.ts';
import { openSqliteReadModels } from '../../../infra/sqlite/rows/index.ts';
import { closing } from '../../support/closing.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { heldWire } from '../../support/held-wire.ts';
import { inFreshDatabase, onMongoDb, serverOf, throughPort, withDatabase } from '../../support/mongodb.ts';
import { suite } from '../../support/suite.ts';
import { course, LARGER } from './held-course.ts';
import { atEveryCall, heldUp, holding } from './holding.ts';

const held = suite('a projector delayed at one call in a file', { timeoutMs: 240_000 });

held('overwrites nothing newer', async () => {
  await using folder = await temporaryFolder();
  const calls = await atEveryCall(async (nth) => {
    const file = path.join(folder.path, `${nth}.db`);
    await using one = closing(await openSqliteReadModels({ file }));
    await using other = closing(await openSqliteReadModels({ file }));
    const hold = holding(nth);
    return await course(hold, heldUp(one, hold.pass), other);
  });
  ok(calls > 20);
});

const ON_MONGODB = 'a projector delayed at one MongoDB command';

await onMongoDb(ON_MONGODB, 'overwrites nothing newer', (server) => {
  const onMongo = suite(ON_MONGODB, { timeoutMs: 280_000 });
  onMongo('overwrites nothing newer', async () => {
    const calls = await atEveryCall(async (nth) => {
      await using database = inFreshDatabase(server);
      await using wire = closing(await heldWire(serverOf(server), nth));
      await using other = closing(await openMongoReadModels({ url: database.url }));
      const through = withDatabase(throughPort(server, wire.port), database.name);
      await using one = closing(await openMongoReadModels({ url: through }));
      return await course(wire, one, other, LARGER);
    });
    ok(calls > 20);
  });
});
