/** A process that writes batch after batch: batch n sets every row of its collection to n. */
import { openSqliteReadModels } from '../../../../../infra/sqlite/rows/index.ts';
import { shelf, shelfBatch } from './shelf.ts';

const [file = '', name = '', rows = '50', last = 'Infinity'] = process.argv.slice(2);

const store = await openSqliteReadModels({ file });
await store.create(shelf(name), 'now');
const from = (await store.checkpoint(name))?.position ?? 0;
// An interrupted batch may have been written or not; it is sent again.
for (let n = Math.max(1, from); n <= Number(last); n += 1) {
  await store.commit(shelfBatch(name, n, Number(rows)));
  process.send?.(n);
}
await store.close();
process.disconnect();
