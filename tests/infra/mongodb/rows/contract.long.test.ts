/** The read models in MongoDB hold the contract of the port. */
import { MongoClient } from 'mongodb';
import { openMongoReadModels } from '../../../../infra/mongodb/rows/index.ts';
import { readModelsContract } from '../../../contracts/read-models.ts';
import { mongodbUnderTest } from '../../../support/mongodb.ts';
import { suite } from '../../../support/suite.ts';

const server = await mongodbUnderTest();

if ('reason' in server) suite('the read models in MongoDB').skip('hold the contract', server.reason);
else {
  const used = new Set<string>();
  readModelsContract('MongoDB', (database) => {
    used.add(database);
    return openMongoReadModels({ url: server.url, database });
  });

  const cleaning = suite('the databases of these tests');
  cleaning('are dropped', async () => {
    const client = await MongoClient.connect(server.url);
    for (const name of used) await client.db(name).dropDatabase();
    await client.close();
    await server.stop();
  });
}
