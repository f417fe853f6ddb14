/** A client that finds no server the first time, as when it replaces another while the server is down. */
import assert from 'node:assert/strict';
import { MongoServerSelectionError } from 'mongodb';
import { shareClient } from '../../../../infra/mongodb/client/client.ts';
import { suite } from '../../../support/suite.ts';

const NOBODY = 'mongodb://127.0.0.1:1';
const TIMEOUT_MS = 600;

const finding = suite('a client that has found no server');

finding('tries again', async () => {
  const shared = shareClient(NOBODY, TIMEOUT_MS);
  try {
    for (let looks = 0; looks < 3; looks += 1) {
      await assert.rejects(shared.client().db().command({ hello: 1 }), MongoServerSelectionError);
      shared.failed();
    }
  } finally {
    await shared.close();
  }
});
