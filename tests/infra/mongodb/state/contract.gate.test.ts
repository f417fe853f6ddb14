import { openMongoState } from '../../../../infra/mongodb/state/index.ts';
import { stateContract } from '../../../contracts/state.ts';
import { onMongo } from '../../../contracts/databases.ts';
import { onMongoDb } from '../../../support/mongodb.ts';

await onMongoDb('the state store in MongoDB', 'hold the contract', (url) =>
  stateContract('MongoDB', onMongo(url, openMongoState)),
);
