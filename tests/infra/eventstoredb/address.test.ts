/** What is added to the URL of an EventStoreDB. */
import assert from 'node:assert/strict';
import { withKeepAlive } from '../../../infra/eventstoredb/connection.ts';
import { suite } from '../../support/suite.ts';

const address = suite('the URL of an EventStoreDB');

address('gets the keep-alives that notice a vanished host within 6 s, unless it says otherwise', () => {
  const added = 'keepAliveInterval=3000&keepAliveTimeout=3000';
  assert.equal(withKeepAlive('esdb://jo:a%3Fb@one,two:2113'), `esdb://jo:a%3Fb@one,two:2113?${added}`);
  assert.equal(withKeepAlive('esdb://one?tls=false'), `esdb://one?tls=false&${added}`);
  assert.equal(
    withKeepAlive('esdb://one?KeepAliveInterval=20000'),
    'esdb://one?KeepAliveInterval=20000&keepAliveTimeout=3000',
  );
});
