/** A process that counts, one by one, and reports each acknowledged count. */
import { openSqliteState } from '../../../../../infra/sqlite/state/index.ts';

const [file = '', times = '1'] = process.argv.slice(2);
const HOUR_MS = 3_600_000;

/** A closed channel drops messages that are still on their way. */
const send = (value: number): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(value, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });

const store = await openSqliteState({ file });
for (let n = 0; n < Number(times); n += 1) {
  const { value } = await store.increment('count/all', 1, HOUR_MS);
  await send(value);
}
await store.close();
process.disconnect();
