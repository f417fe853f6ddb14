/** A process that acquires a lease and reports when it leads and when it stops; `STATE` is a file or the URL of a server. */
import { whileLeading } from '../../../workers/leading.ts';

const [where = '', database = '', name = '', ttlMs = ''] = process.argv.slice(2);
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const state = where.startsWith('mongodb://')
  ? await (await import('../../../infra/mongodb/state/index.ts')).openMongoState({ url: where, database })
  : await (await import('../../../infra/sqlite/state/index.ts')).openSqliteState({ file: where });
const stop = new AbortController();
process.once('disconnect', () => stop.abort());
const options = { ttlMs: Number(ttlMs), log: silent, waits: () => undefined, signal: stop.signal };
const reporting = setInterval(() => process.send?.({ clock: Date.now() }), 20);
await whileLeading(state, 'the-lease', name, options, async (leading) => {
  process.send?.('leads');
  if (!leading.aborted) await new Promise((resolve) => leading.addEventListener('abort', resolve, { once: true }));
  if (process.connected) process.send?.('follows');
});
clearInterval(reporting);
await state.close();
