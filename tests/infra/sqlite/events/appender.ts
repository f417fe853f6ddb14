/** A process that appends pairs of events until it is killed, reporting each acknowledged one to its parent. */
import { openSqliteEventStore } from '../../../../infra/sqlite/events/index.ts';
import { newEvents } from '../../../support/new-event.ts';

const [file = '', stream = '', times = 'Infinity'] = process.argv.slice(2);
const store = await openSqliteEventStore({ file });
for (let n = 0; n < Number(times); n += 1) {
  const { revision } = await store.append(stream, newEvents(2), 'any');
  process.send?.(revision);
}
await store.close();
process.disconnect?.();
