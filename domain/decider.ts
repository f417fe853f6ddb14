/** A decider: the rules of one kind of aggregate, as an initial state and two pure functions. */
import type { DomainEvent } from './event.ts';

export type Decider<State, Command, E extends DomainEvent> = {
  readonly initial: State;
  /** The events that a command causes in a state; none if its outcome already holds. Throws `Refused`. */
  decide(command: Command, state: State): readonly E[];
  /** The state after an event. Never throws; an unknown event leaves the state unchanged. */
  evolve(state: State, event: E): State;
};

export const fold = <State, E extends DomainEvent>(
  decider: Pick<Decider<State, never, E>, 'initial' | 'evolve'>,
  events: readonly E[],
  from: State = decider.initial,
): State => events.reduce((state, event) => decider.evolve(state, event), from);
