/** What a command would decide now, with nothing appended. */
import type { DomainEvent } from '../domain/event.ts';
import { loadState, mustBeRead, type Aggregate } from './aggregate.ts';
import type { EventStore } from './ports.ts';

/** Throws what the decider throws, and `Unavailable`. */
export const preview = async <State, Command extends { readonly type: string }, E extends DomainEvent>(
  events: EventStore,
  aggregate: Aggregate<State, Command, E>,
  id: string,
  command: Command,
  workspace: string,
): Promise<readonly E[]> => {
  const loaded = await loadState(events, aggregate, workspace, id);
  mustBeRead(loaded);
  return aggregate.decider.decide(aggregate.cleaned(command), loaded.state);
};
