/** Waits until the rows show a new workspace or member, so that a script can use it at once. */
import { Unavailable } from '../../../domain/errors.ts';
import type { Position } from '../../../domain/event.ts';
import { waitForPosition } from '../../../projections/queries/position.ts';
import { workspacesProjection } from '../../../projections/workspaces/index.ts';
import { isLedOrBeingPrepared } from '../../../workers/rebuild/leases.ts';
import type { CommandContext } from './operator-messages.ts';

/** Longer than another projector takes to replace one that died. */
const WITHIN_MS = 15_000;

/** Without a projector, the rows follow at the next start. On a timeout it warns rather than fails, because the change is recorded. */
export const waitUntilShown = async (
  { stores, signal, warn }: CommandContext,
  position: Position | null,
): Promise<void> => {
  const isShown = async (): Promise<boolean> =>
    position === null ||
    !(await isLedOrBeingPrepared(stores.state, workspacesProjection)) ||
    waitForPosition(stores.readModels, [workspacesProjection], position, { timeoutMs: WITHIN_MS, signal });
  const within = await isShown().catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error;
    return false;
  });
  if (!within)
    warn('colophon: this is recorded, but the projector has not shown it yet: see colophon projections list');
};
