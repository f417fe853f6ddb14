/** A process that seeks to lead the projections of a folder, until its channel is cut. Arguments: folder, name. */
import path from 'node:path';
import { openEmbeddedEventStore } from '../../../infra/eventstore/embedded/index.ts';
import { openEmbeddedReadModels } from '../../../infra/readmodels/embedded/index.ts';
import { openEmbeddedState } from '../../../infra/state/embedded/index.ts';
import { whileLeading } from '../../../workers/lease.ts';
import { leadProjections } from '../../../workers/rebuild/index.ts';
import { desk, shelf } from '../projector/shelf.ts';

const TTL_MS = 300;
const POLL_MS = 20;

const [folder = '', holder = ''] = process.argv.slice(2);
const say =
  (level: string) =>
  (fields: Readonly<Record<string, unknown>>, message: string): void =>
    void process.send?.({ level, fields, message });
const log = { debug: () => undefined, info: say('info'), warn: say('warn'), error: say('error') };
const events = await openEmbeddedEventStore({ file: path.join(folder, 'events.db') });
const readModels = await openEmbeddedReadModels({ file: path.join(folder, 'read.db') });
const state = await openEmbeddedState({ file: path.join(folder, 'state.db') });
process.send?.({ level: 'ready' });
const stop = new AbortController();
const clock = { now: () => Date.now() };
const deps = { events, readModels, state, projections: [shelf, desk], clock, log, holder };
process.once('disconnect', () => stop.abort());
await whileLeading(state, 'projector', holder, { ttlMs: TTL_MS, log, signal: stop.signal }, (signal) =>
  leadProjections(deps, { signal, pollMs: POLL_MS, batchSize: 5, heldBytes: 2_000 }),
);
for (const store of [events, readModels, state]) await store.close();
