/** Dependencies of the key checks. */
import type { Clock, Ids, Log, StateStore } from '../../commands/ports.ts';
import type { ReadModels } from '../../projections/ports.ts';

export type KeyDeps = {
  readonly readModels: ReadModels;
  readonly state: StateStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Requests per minute, 0 = unlimited: per address without a credential, and per installation credential. */
  readonly rates: { readonly address: number; readonly installation: number };
};
