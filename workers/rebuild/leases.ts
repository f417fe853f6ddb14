/**
 * Which process maintains the rows of a projection: each declared name and version has its own lease. So while one release replaces
 * another, projectors of the old one maintain the versions it reads, and those of the new one build and maintain theirs.
 */
import { acquireLease, isAnyLeased, isLeased, type Lease } from '../../commands/lease.ts';
import type { EventStore, Log, StateStore } from '../../commands/ports.ts';
import { type Projection, projectionKey } from '../../projections/define.ts';
import type { ProjectorDeps } from '../projector/index.ts';

/** `readModels` addresses every generation by its own name. */
export type RebuildDeps = Omit<ProjectorDeps, 'events' | 'allowed'> & {
  readonly events: EventStore;
  readonly state: StateStore;
  readonly holder: string;
};

/** The right to catch up: one process at a time builds new rows, whether it leads the projector or prepares a release. */
const CATCH_UP_LEASE = 'filling';
/** Another process takes over from one that dies within this time. */
const TTL_MS = 6_000;

export const acquireCatchUp = (state: StateStore, holder: string, log: Log): Promise<Lease | null> =>
  acquireLease(state, CATCH_UP_LEASE, holder, { ttlMs: TTL_MS, log });

export const isCatchUpLeased = (state: StateStore): Promise<boolean> => isLeased(state, CATCH_UP_LEASE);

type Declared = Pick<Projection, 'name' | 'version'>;

const ROOT = 'projector/';

/** The lease on all generations of a projection. */
export const leaseOf = ({ name, version }: Declared): string => `${ROOT}${projectionKey({ name, version })}`;

export const isLed = (state: StateStore, declared: Declared): Promise<boolean> => isLeased(state, leaseOf(declared));

/** The right to build the rows that verify a projection. */
export const verifying = (name: string): string => `verify-${name}`;

export const isBeingVerified = (state: StateStore, name: string): Promise<boolean> => isLeased(state, verifying(name));

/** Whether a projector leads anything, or a release is being prepared. */
export const areRowsBeingWritten = async (state: StateStore): Promise<boolean> =>
  (await isAnyLeased(state, ROOT)) || (await isCatchUpLeased(state));

/** Takes the right to write any rows, and returns how to give it up; null if another process writes some. */
export const lockRows = async ({
  state,
  holder,
  log,
  projections,
}: Pick<RebuildDeps, 'state' | 'holder' | 'log' | 'projections'>): Promise<(() => Promise<void>) | null> => {
  const held: Lease[] = [];
  const unlock = async (): Promise<void> => {
    for (const lease of held) await lease.release();
  };
  for (const name of [CATCH_UP_LEASE, ...projections.map(leaseOf)]) {
    const lease = await acquireLease(state, name, holder, { ttlMs: TTL_MS, log });
    if (lease !== null) held.push(lease);
    else {
      await unlock();
      return null;
    }
  }
  return unlock;
};
