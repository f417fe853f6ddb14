import { openMongoReadModels } from '../../../../infra/mongodb/rows/index.ts';
import { readModelsContract } from '../../../contracts/read-models.ts';
import { onMongo } from '../../../contracts/databases.ts';
import { onMongoDb } from '../../../support/mongodb.ts';

await onMongoDb('the read models in MongoDB', 'hold the contract', (url) =>
  readModelsContract('MongoDB', onMongo(url, openMongoReadModels)),
);
