/** The URLs by which tests reach their MongoDB, including credentials and options. */
import assert from 'node:assert/strict';
import { serverOf, throughPort, withDatabase } from './mongodb.ts';
import { suite } from './suite.ts';

const urls = suite('the URL of the MongoDB under test');

const SIGNED = 'mongodb://user:p%40ss@db.example:27018/?authMechanism=SCRAM-SHA-256&replicaSet=rs0';

urls('keeps credentials and options when it names another database', () => {
  assert.equal(
    withDatabase(SIGNED, 'test_1'),
    'mongodb://user:p%40ss@db.example:27018/test_1?authMechanism=SCRAM-SHA-256&replicaSet=rs0&authSource=admin',
  );
  assert.equal(
    withDatabase('mongodb://user:pass@a:1,b:2/owned?tls=true', 'test_1'),
    'mongodb://user:pass@a:1,b:2/test_1?tls=true&authSource=owned',
  );
  assert.equal(withDatabase('mongodb://h:1', 'test_1'), 'mongodb://h:1/test_1');
});

urls('keeps credentials and options through a proxy, which is one server', () => {
  assert.equal(
    throughPort(SIGNED, 5),
    'mongodb://user:p%40ss@127.0.0.1:5/?authMechanism=SCRAM-SHA-256&directConnection=true',
  );
  assert.equal(throughPort('mongodb://h:1/db', 5), 'mongodb://127.0.0.1:5/db?directConnection=true');
});

urls('names the address of its server', () => {
  assert.deepEqual(serverOf(SIGNED), { host: 'db.example', port: 27018 });
  assert.deepEqual(serverOf('mongodb://user:pass@one'), { host: 'one', port: 27017 });
});
