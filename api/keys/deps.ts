/** What checking keys needs. */
import type { Clock, Ids, Log, StateStore } from '../../commands/ports.ts';
import type { ReadModels } from '../../projections/ports.ts';

export type KeyDeps = {
  readonly readModels: ReadModels;
  readonly state: StateStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Requests a minute, 0 = any number: of an address without a credential, of a credential of an installation. */
  readonly rates: { readonly address: number; readonly installation: number };
};
