/** What a command that fails prints. */
import assert from 'node:assert/strict';
import { Unavailable } from '../../../domain/errors.ts';
import { idle, cli } from '../../support/command-line.ts';
import { suite } from '../../support/suite.ts';

const errors = suite('a command that fails because a store is unavailable');

errors('prints the reason, and promises nothing about what was stored', async () => {
  const operations = {
    ...idle,
    createWorkspace: () => Promise.reject(new Unavailable('event store', 'the disk of events.db is full')),
  };
  assert.deepEqual(await cli(['workspaces', 'create', 'org'], operations), {
    code: 1,
    out: '',
    complaints: ['colophon: event store unavailable: the disk of events.db is full'],
  });
});
