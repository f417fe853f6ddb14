/** A command that the system sends, each with an id and a cause of its own. */
import type { Aggregate } from '../../commands/aggregate.ts';
import { newCaller } from '../../commands/caller.ts';
import { handle, type Deps, type Handled } from '../../commands/handle.ts';
import type { DomainEvent } from '../../domain/event.ts';
import { randomIds } from '../../infra/system.ts';

export const dispatch = <State, Command extends { readonly type: string }, E extends DomainEvent>(
  deps: Pick<Deps, 'events' | 'clock' | 'watchCommand'>,
  aggregate: Aggregate<State, Command, E>,
  id: string,
  command: Command,
  workspace = 'org',
): Promise<Handled<State, E>> =>
  handle(deps, aggregate, id, command, newCaller(randomIds, workspace, { type: 'system', id: 'test' }));
