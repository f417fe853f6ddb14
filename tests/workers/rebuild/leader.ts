/** A process that leads the projections of given stores until its channel is disconnected. Argument: its name. */
import { loggedWaits } from '../../../commands/waits.ts';
import { whileLeading } from '../../../workers/leading.ts';
import { leadProjections } from '../../../workers/rebuild/index.ts';
import { placeOf } from '../../support/stores.ts';
import { desk, shelf } from '../projector/shelf.ts';

const TTL_MS = 300;
const POLL_MS = 20;

const [holder = ''] = process.argv.slice(2);
const send =
  (level: string) =>
  (fields: Readonly<Record<string, unknown>>, message: string): void =>
    void process.send?.({ level, fields, message });
const log = { debug: () => undefined, info: send('info'), warn: send('warn'), error: send('error') };
const stores = await placeOf(process.env).open(log);
process.send?.({ level: 'ready' });
const stop = new AbortController();
const { events, rawReadModels: readModels, state } = stores;
const clock = { now: () => Date.now() };
const deps = { events, readModels, state, projections: [shelf, desk], clock, log, holder };
process.once('disconnect', () => stop.abort());
await whileLeading(
  state,
  'projector',
  holder,
  { ttlMs: TTL_MS, log, waits: loggedWaits(log), signal: stop.signal },
  (signal) => leadProjections(deps, { signal, pollMs: POLL_MS, batchSize: 5, heldBytes: 2_000 }),
);
await stores.close();
