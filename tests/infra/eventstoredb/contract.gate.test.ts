/** The contract on the double with and without batched appends, and on a real server if there is one. */
import assert from 'node:assert/strict';
import { eventStoreContract } from '../../contracts/event-store.ts';
import { dockerAnswers, NO_DOCKER } from '../../support/docker.ts';
import { suite } from '../../support/suite.ts';
import { container, doubles, shared, type Servers } from './servers.ts';

const running: Servers[] = [];
const keep = (name: string, servers: Servers): void => {
  running.push(servers);
  eventStoreContract(name, servers.open);
};

keep("EventStoreDB's double", doubles({ batchAppend: true }));
keep("EventStoreDB's double without batched appends", doubles({ batchAppend: false }));

const url = process.env['EVENTSTORE_URL'];
if (url !== undefined) keep('the EventStoreDB of EVENTSTORE_URL', shared(url));

const onARealServer = suite('the log in a real EventStoreDB');
if (await dockerAnswers()) keep('EventStoreDB in a container', await container());
else onARealServer.skip('holds the contract in a container', NO_DOCKER);
if (url === undefined) onARealServer.skip('holds the contract', 'EVENTSTORE_URL is not set');

const afterwards = suite('the servers of the contract');
afterwards('can be stopped, whatever the tests did', async () => {
  await Promise.all(running.map((servers) => servers.close()));
  assert.ok(running.length >= 2);
});
