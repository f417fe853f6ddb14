import assert from 'node:assert/strict';
import { schemeOf, withoutCredentials } from '../../infra/address.ts';
import { suite } from '../support/suite.ts';

const address = suite('an address');

address('is named without its credentials', () => {
  assert.equal(withoutCredentials('mongodb://a:p@ss@h:1/db?authSource=x'), 'mongodb://h:1/db');
  for (const password of ['p/w', 'p?w', 'p#w', 'p/@w'])
    assert.equal(withoutCredentials(`mongodb://a:${password}@h:1/db?tls=true`), 'mongodb://h:1/db');
  assert.equal(withoutCredentials('esdb://h:2113?tls=false'), 'esdb://h:2113');
  assert.equal(withoutCredentials('https://h/path'), 'https://h/path');
});

address('may be of a cluster', () => {
  assert.equal(schemeOf('esdb://a:1,b:2,c:3?tls=true'), 'esdb');
  assert.equal(schemeOf('esdb+discover://jo:secret@a:1,b:2'), 'esdb+discover');
  assert.equal(schemeOf('mongodb://a:1,b:2/db'), 'mongodb');
  for (const none of ['server', 'esdb:host:2113', 'mongodb:/host', 'http:host'])
    assert.equal(schemeOf(none), null, none);
});
