/** Sending a command in earnest, or finding out by the same rules whether it would change anything. */
import { Refused } from '../../domain/errors.ts';
import type { DomainEvent, Revision } from '../../domain/event.ts';
import type { Aggregate } from '../aggregate.ts';
import { causedBy, type Caller } from '../caller.ts';
import { handle, type Deps } from '../handle.ts';

/** True if the command changes, or with `dryRun` would change, anything. What is gone, or has moved on meanwhile, is not changed. */
export const sender =
  (deps: Deps, caller: Caller, dryRun: boolean) =>
  async <State, Command extends { readonly type: string }, E extends DomainEvent>(
    aggregate: Aggregate<State, Command, E>,
    id: string,
    command: Command,
    /** What the target was chosen by; one that has moved on since is left alone. */
    options: { readonly ifRevision?: Revision } = {},
  ): Promise<boolean> => {
    try {
      const sent = await handle(deps, aggregate, id, command, causedBy(deps.ids, caller), { ...options, dryRun });
      return sent.events.length > 0;
    } catch (error) {
      if (error instanceof Refused && (error.kind === 'not_found' || error.kind === 'stale')) return false;
      throw error;
    }
  };
