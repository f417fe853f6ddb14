/** What a leader does to generations between two runs of the projector. */
import type { StateRecord } from '../../commands/ports.ts';
import type { Projection } from '../../projections/define.ts';
import type { Registered } from './registry.ts';

export type Action =
  /** Readers switch to this generation. */
  | { readonly type: 'switchReaders'; readonly projection: Projection; readonly generation: number }
  /** The rebuild that an operator requested is done. */
  | { readonly type: 'endRebuild'; readonly record: StateRecord }
  /** The generation is to be run, even if it was retired before. */
  | { readonly type: 'register'; readonly projection: Projection }
  | { readonly type: 'retire'; readonly entry: Registered }
  | { readonly type: 'drop'; readonly entry: Registered };
