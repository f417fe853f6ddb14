/** The state store in MongoDB holds the contract of the port. */
import { MongoClient } from 'mongodb';
import { openMongoState } from '../../../../infra/mongodb/state/index.ts';
import { stateContract } from '../../../contracts/state.ts';
import { mongodbUnderTest } from '../../../support/mongodb.ts';
import { suite } from '../../../support/suite.ts';

const server = await mongodbUnderTest();

if ('reason' in server) suite('the state store in MongoDB').skip('hold the contract', server.reason);
else {
  const used = new Set<string>();
  stateContract('MongoDB', (database) => {
    used.add(database);
    return openMongoState({ url: server.url, database });
  });

  const cleaning = suite('the databases of these tests');
  cleaning('are dropped', async () => {
    const client = await MongoClient.connect(server.url);
    for (const name of used) await client.db(name).dropDatabase();
    await client.close();
    await server.stop();
  });
}
