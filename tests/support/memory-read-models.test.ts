/** The read models in memory fulfil the contract of the port. */
import { readModelsContract } from '../contracts/read-models.ts';
import { emptyShelves, memoryReadModels, type Shelves } from './memory-read-models.ts';

const databases = new Map<string, Shelves>();

readModelsContract('memory', async (database) => {
  const shelves = databases.get(database) ?? emptyShelves();
  databases.set(database, shelves);
  return memoryReadModels({ shelves });
});
