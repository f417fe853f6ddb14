/** The program's roles, which scale independently over processes, and the context they run in. */
import type { Log } from '../../../commands/ports.ts';
import { loggedWaits, type Waits } from '../../../commands/waits.ts';
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
  /** Tells the operator what work waits for. Default: logs it. */
  readonly waits?: Waits;
  /** Called once the role has everything that depends on its settings; a later failure is retried. */
  readonly running?: () => void;
};

/** Tells the operator and the health check what the role's work waits for. */
export const waitsOf =
  ({ log, watch, waits = loggedWaits(log) }: RoleContext): Waits =>
  (work, error) => {
    waits(work, error);
    watch?.waits(work, error);
  };
