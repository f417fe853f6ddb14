import { openSqliteEventStore } from '../../../../infra/sqlite/events/index.ts';
import { inFiles } from '../../../contracts/databases.ts';
import { eventStoreContract } from '../../../contracts/event-store.ts';

eventStoreContract(
  'a file',
  inFiles((file) => openSqliteEventStore({ file })),
);
