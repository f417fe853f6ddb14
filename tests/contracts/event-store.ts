/** The contract of every adapter of the `EventStore` port. */
import type { EventStore } from '../../commands/ports.ts';
import { appending } from './event-store/appending.ts';
import { deleting } from './event-store/deleting.ts';
import { identity } from './event-store/identity.ts';
import { reading } from './event-store/reading.ts';
import { repeating } from './event-store/repeating.ts';
import { subscribing } from './event-store/subscribing.ts';
import { overAFreshStore, type Open } from './over-a-fresh-store.ts';

/** `open(database)`: the same name opens the same log, see `Open`. */
export const eventStoreContract = (name: string, open: Open<EventStore>): void => {
  const holds = overAFreshStore(`the log in ${name}`, open);
  for (const part of [appending, repeating, reading, subscribing, deleting, identity]) part(holds);
};
