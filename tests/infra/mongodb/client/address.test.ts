/** MongoDB URLs that the client refuses, or whose hosts cannot be resolved yet. */
import assert from 'node:assert/strict';
import { connect } from '../../../../infra/mongodb/client/connection.ts';
import { isAway } from '../../../../infra/mongodb/client/failures.ts';
import { suite } from '../../../support/suite.ts';

const address = suite('an address of MongoDB');

address('that the client refuses is refused by the name of the variable, without the password', () =>
  assert.rejects(connect('state', { url: 'mongodb://jo:secret@127.0.0.1:1/db?foo=bar' }), {
    name: 'BadConfig',
    message: 'MONGODB_URL=mongodb://127.0.0.1:1/db is not accepted: option foo is not supported',
  }),
);

address('whose hosts cannot be resolved is waited for, like a server that is down', () => {
  const failure = Object.assign(new Error('querySrv ENOTFOUND'), { code: 'ENOTFOUND', syscall: 'querySrv' });
  assert.ok(isAway(failure));
});
