import { openSqliteReadModels } from '../../../../infra/sqlite/rows/index.ts';
import { inFiles } from '../../../contracts/databases.ts';
import { readModelsContract } from '../../../contracts/read-models.ts';

readModelsContract(
  'a file',
  inFiles((file) => openSqliteReadModels({ file })),
);
