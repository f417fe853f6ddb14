/** The program's roles, which scale independently over processes, and the context they run in. */
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
  /** Called once the role has everything that depends on its settings; a later failure is retried. */
  readonly running?: () => void;
};
