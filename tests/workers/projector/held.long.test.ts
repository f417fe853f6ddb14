/** A projector that is delayed at any call on real stores does not overwrite what another has written meanwhile. */
import { ok } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openMongoReadModels } from '../../../infra/mongodb/rows/index.ts';
import { openSqliteReadModels } from '../../../infra/sqlite/rows/index.ts';
import { heldWire } from '../../support/held-wire.ts';
import {
  dropDatabase,
  freshDatabase,
  mongodbUnderTest,
  serverOf,
  throughPort,
  withDatabase,
} from '../../support/mongodb.ts';
import { suite } from '../../support/suite.ts';
import { course, LARGER } from './held-course.ts';
import { atEveryCall, heldUp, holding } from './holding.ts';

const held = suite('a projector delayed at one call in a file', { timeoutMs: 240_000 });

held('overwrites nothing newer', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'colophon-held-'));
  try {
    const calls = await atEveryCall(async (nth) => {
      const open = () => openSqliteReadModels({ file: path.join(folder, `${nth}.db`) });
      const [one, other] = [await open(), await open()];
      const hold = holding(nth);
      try {
        return await course(hold, heldUp(one, hold.pass), other);
      } finally {
        await one.close();
        await other.close();
      }
    });
    ok(calls > 20);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const server = await mongodbUnderTest();
const onMongo = suite('a projector delayed at one MongoDB command', { timeoutMs: 280_000 });

if ('reason' in server) onMongo.skip('overwrites nothing newer', server.reason);
else
  onMongo('overwrites nothing newer', async () => {
    const calls = await atEveryCall(async (nth) => {
      const database = freshDatabase();
      const wire = await heldWire(serverOf(server.url), nth);
      const through = throughPort(server.url, wire.port);
      const one = await openMongoReadModels({ url: withDatabase(through, database) });
      const other = await openMongoReadModels({ url: withDatabase(server.url, database) });
      try {
        return await course(wire, one, other, LARGER);
      } finally {
        await one.close();
        await other.close();
        await wire.close();
        await dropDatabase(server.url, database);
      }
    });
    ok(calls > 20);
    await server.stop();
  });
