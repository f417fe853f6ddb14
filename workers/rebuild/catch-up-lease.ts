/** The right to catch up: one process at a time makes new rows, whether it leads the projector or prepares a release. */
import type { Log, StateStore } from '../../commands/ports.ts';
import { acquireLease, isLeased, type Lease } from '../lease.ts';

export const CATCH_UP_LEASE = 'filling';
/** One that dies is followed by another within this. */
const TTL_MS = 6_000;

export const acquireCatchUp = (state: StateStore, holder: string, log: Log): Promise<Lease | null> =>
  acquireLease(state, CATCH_UP_LEASE, holder, { ttlMs: TTL_MS, log });

export const isSomebodyCatchingUp = (state: StateStore): Promise<boolean> => isLeased(state, CATCH_UP_LEASE);
