/** A process that indexes a collection. */
import { openSqliteReadModels } from '../../../../../infra/sqlite/rows/index.ts';
import { papers } from '../../../../contracts/read-models/example.ts';

const [file = ''] = process.argv.slice(2);

const store = await openSqliteReadModels({ file });
await store.index(papers);
await store.close();
process.disconnect();
