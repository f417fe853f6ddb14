/** The roles of the program, any number of each in one process or many, and the context that each runs in. */
import type { Log } from '../../../commands/ports.ts';
import type { Config } from '../../config.ts';
import type { RoleWatch } from '../role-watch.ts';
import type { Stores } from '../stores.ts';

export const ROLES = ['api', 'projector', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export type RoleContext = {
  readonly config: Config;
  readonly stores: Stores;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly watch?: RoleWatch | undefined;
  /** Called once the role has all that its settings must give it. */
  readonly running?: () => void;
};
