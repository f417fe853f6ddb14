/** Sends a command, or finds out by the same rules whether it would change anything. */
import { Refused } from '../../domain/errors.ts';
import type { DomainEvent, Revision } from '../../domain/event.ts';
import type { Role } from '../../domain/member/events.ts';
import type { Aggregate } from '../aggregate.ts';
import { causedBy, type Caller } from '../caller.ts';
import { handle, type Deps } from '../handle.ts';
import { mustStillMay, type RightsDeps } from '../rights.ts';

/**
 * True if the command changes, or with `dryRun` would change, anything. A target that is gone or has changed is left alone. Throws
 * `RightsEnded` once the caller's role is below `role`.
 */
export const sender =
  (deps: Deps & RightsDeps, caller: Caller, role: Role, dryRun: boolean) =>
  async <State, Command extends { readonly type: string }, E extends DomainEvent>(
    aggregate: Aggregate<State, Command, E>,
    id: string,
    command: Command,
    /** The revision at which the target was chosen. */
    options: { readonly ifRevision?: Revision } = {},
  ): Promise<boolean> => {
    if (!dryRun) await mustStillMay(deps, { ...caller, role });
    try {
      const sent = await handle(deps, aggregate, id, command, causedBy(deps.ids, caller), { ...options, dryRun });
      return sent.events.length > 0;
    } catch (error) {
      if (error instanceof Refused && (error.kind === 'not_found' || error.kind === 'stale')) return false;
      throw error;
    }
  };
