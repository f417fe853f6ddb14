/** A process that leads a role and suspends itself just before its first append. Arguments: the role. */
import type { EventStore, StateStore } from '../../../commands/ports.ts';
import { placeOf } from '../../support/stores.ts';
import { lead } from './lead.ts';

const send = (what: string): Promise<void> => new Promise((resolve) => process.send?.(what, () => resolve()));

const [role = ''] = process.argv.slice(2);
const stores = await placeOf(process.env).open();
let isAwake = false;
const events: EventStore = {
  ...stores.events,
  append: async (...args) => {
    if (!isAwake) {
      isAwake = true;
      await send('stops');
      process.kill(process.pid, 'SIGSTOP');
    }
    return stores.events.append(...args);
  },
};
const state: StateStore = {
  ...stores.state,
  put: async (key, value, options) => {
    // Whatever was in progress is finished.
    if (isAwake && options?.ifVersion === 'absent') void send('follows');
    return stores.state.put(key, value, options);
  },
};
const stop = new AbortController();
process.once('disconnect', () => stop.abort());
await lead(role, { ...stores, events, state }, 'asleep', stop.signal);
await stores.close();
