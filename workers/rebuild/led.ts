/**
 * Who keeps the rows of a projection: each declaration, of a name and a version, has a lease of its own. So while a release
 * is replaced, projectors of the old one keep the versions that it reads, and those of the new one make and keep theirs.
 */
import type { StateStore } from '../../commands/ports.ts';
import { projectionKey, type Projection } from '../../projections/define.ts';
import { isAnyLeased, isLeased } from '../lease.ts';
import { CATCH_UP_LEASE } from './catch-up-lease.ts';

type Declared = Pick<Projection, 'name' | 'version'>;

const ROOT = 'projector/';

/** Of all its generations. */
export const leaseOf = ({ name, version }: Declared): string => `${ROOT}${projectionKey({ name, version })}`;

/** Whether a process leads the declaration, or may be preparing a part of it. */
export const isSomebodyAtWork = async (state: StateStore, declared: Declared): Promise<boolean> =>
  (await isLeased(state, leaseOf(declared))) || (await isAnyLeased(state, `${CATCH_UP_LEASE}/`));

/** Whether a projector leads anything, or a release is being prepared, whole or in part. */
export const isSomebodyWritingRows = async (state: StateStore): Promise<boolean> =>
  (await isAnyLeased(state, ROOT)) || (await isAnyLeased(state, CATCH_UP_LEASE));
