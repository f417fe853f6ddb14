import { readModelsContract } from '../contracts/read-models.ts';
import { emptyStorage, memoryReadModels, type RowStorage } from './memory-read-models.ts';

const databases = new Map<string, RowStorage>();

readModelsContract('memory', async (database) => {
  const storage = databases.get(database) ?? emptyStorage();
  databases.set(database, storage);
  return memoryReadModels({ storage });
});
