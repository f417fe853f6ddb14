/** What a leader does to the generations, between two runs of them. */
import type { StateRecord } from '../../commands/ports.ts';
import type { Projection } from '../../projections/define.ts';
import type { Registered } from './registry.ts';

export type Action =
  /** From now on readers read this generation. */
  | { readonly type: 'serve'; readonly projection: Projection; readonly generation: number }
  /** What an operator has ordered is done. */
  | { readonly type: 'endRebuild'; readonly record: StateRecord }
  /** It is to be run, whether or not it was ever retired. */
  | { readonly type: 'register'; readonly projection: Projection }
  | { readonly type: 'retire'; readonly entry: Registered }
  | { readonly type: 'drop'; readonly entry: Registered };
