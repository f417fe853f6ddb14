/**
 * Which process maintains the rows of a projection: each declared name and version has its own lease, and only its holder builds, serves
 * or drops any of its generations. So while one release replaces another, projectors of the old one maintain the versions it reads, and
 * those of the new one build and maintain theirs.
 */
import { acquireLease, isLeased, type Lease, leasedUnder } from '../../commands/lease.ts';
import type { EventStore, StateStore } from '../../commands/ports.ts';
import { type Projection, projectionKey } from '../../projections/define.ts';
import type { ProjectorDeps } from '../projector/index.ts';

/** `readModels` addresses every generation by its own name. */
export type RebuildDeps = Omit<ProjectorDeps, 'events' | 'allowed'> & {
  readonly events: EventStore;
  readonly state: StateStore;
  readonly holder: string;
};

/** Another process takes over from one that dies within this time. */
const TTL_MS = 6_000;

type Declared = Pick<Projection, 'name' | 'version'>;

/** `projection`: as declared. */
export type RebuildTarget = { readonly projection: Projection; readonly generation: number };

const ROOT = 'projector/';

/** The lease on all generations of a projection. */
export const leaseOf = ({ name, version }: Declared): string => `${ROOT}${projectionKey({ name, version })}`;

export const isLed = (state: StateStore, declared: Declared): Promise<boolean> => isLeased(state, leaseOf(declared));

export const areRowsBeingWritten = async (state: StateStore): Promise<boolean> =>
  (await leasedUnder(state, ROOT)).length > 0;

const VERIFYING = 'verify/';

/** Has the leader build this generation without serving it, until the lease ends; null if another process holds it. */
export const acquireVerified = (
  { state, holder, log }: Pick<RebuildDeps, 'state' | 'holder' | 'log'>,
  { projection, generation }: RebuildTarget,
): Promise<Lease | null> =>
  acquireLease(state, `${VERIFYING}${projectionKey(projection)}/${generation}`, holder, { ttlMs: TTL_MS, log });

/** The generations that are built only to be compared with those that serve, by the key of the declared projection. */
export const verifiedNow = async (state: Pick<StateStore, 'list'>): Promise<ReadonlyMap<string, readonly number[]>> => {
  const verified = new Map<string, readonly number[]>();
  for (const name of await leasedUnder(state, VERIFYING)) {
    const [key = '', generation] = name.split('/');
    verified.set(key, [...(verified.get(key) ?? []), Number(generation)]);
  }
  return verified;
};

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
  for (const name of projections.map(leaseOf)) {
    const lease = await acquireLease(state, name, holder, { ttlMs: TTL_MS, log });
    if (lease !== null) held.push(lease);
    else {
      await unlock();
      return null;
    }
  }
  return unlock;
};
