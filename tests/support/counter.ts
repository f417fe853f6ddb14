/** The simplest aggregate: a counter that may not exceed its limit. */
import type { Aggregate } from '../../commands/aggregate.ts';
import type { Caller } from '../../commands/caller.ts';
import type { Deps } from '../../commands/handle.ts';
import type { EventStore } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import type { DomainEvent } from '../../domain/event.ts';

export type Counted = DomainEvent<'CitationCountChanged', { readonly by: number; readonly padding?: string }>;
export type CounterCommand =
  | { readonly type: 'Count'; readonly by: number }
  | { readonly type: 'CountUpTo'; readonly total: number }
  /** This many events, each of this many KiB. */
  | { readonly type: 'CountAtLength'; readonly events: number; readonly kib: number };

const LIMIT = 1_000;

export const counter: Aggregate<number, CounterCommand, Counted> = {
  stream: (workspace, id) => `counter-${workspace}~${id}`,
  cleaned: (command) => command,
  decider: {
    initial: 0,
    decide: (command, total) => {
      if (command.type === 'CountUpTo')
        return total >= command.total ? [] : [{ type: 'CitationCountChanged', data: { by: command.total - total } }];
      if (command.type === 'CountAtLength')
        return Array.from({ length: command.events }, () => ({
          type: 'CitationCountChanged' as const,
          data: { by: 1, padding: 'x'.repeat(command.kib * 1024) },
        }));
      if (total + command.by > LIMIT) throw new Refused('conflict', 'counter_full', 'the counter is full');
      return [{ type: 'CitationCountChanged', data: { by: command.by } }];
    },
    evolve: (total, event) => (event.type === 'CitationCountChanged' ? total + event.data.by : total),
  },
};

let ids = 0;
export const depsOf = (events: EventStore): Deps => ({
  events,
  clock: { now: () => 1_700_000_000_000 },
  ids: { next: () => `id-${(ids += 1)}` },
});

export const callerWith = (commandId: string): Caller => ({
  workspace: 'pots',
  actor: { type: 'user', id: 'u1' },
  correlationId: 'correlation',
  causationId: 'cause',
  commandId,
});
