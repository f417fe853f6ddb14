/** The contract of every adapter of the `StateStore` port. */
import type { StateStore } from '../../commands/ports.ts';
import { overAFreshStore, type Open } from './over-a-fresh-store.ts';
import { counting } from './state/counting.ts';
import { expiring } from './state/expiring.ts';
import { listing } from './state/listing.ts';
import { putting } from './state/putting.ts';

/** `open(database)`: the same name opens the same database, see `Open`. */
export const stateContract = (name: string, open: Open<StateStore>): void => {
  const holds = overAFreshStore(`state in ${name}`, open);
  for (const part of [putting, counting, expiring, listing]) part(holds);
};
