import { openSqliteState } from '../../../../infra/sqlite/state/index.ts';
import { inFiles } from '../../../contracts/databases.ts';
import { stateContract } from '../../../contracts/state.ts';

stateContract(
  'a file',
  inFiles((file) => openSqliteState({ file })),
);
