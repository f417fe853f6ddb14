/** A decider: the rules of one kind of thing, as data and two pure functions. */
import type { DomainEvent } from './event.ts';

export type Decider<State, Command, E extends DomainEvent> = {
  readonly initial: State;
  /** What follows from a command in a state. A command whose outcome already holds decides nothing. Throws `Refused`. */
  decide(command: Command, state: State): readonly E[];
  /** The state after an event. Never throws; an event it does not know leaves the state as it is. */
  evolve(state: State, event: E): State;
};

/** The state that a list of events amounts to. */
export const fold = <State, E extends DomainEvent>(
  decider: Pick<Decider<State, never, E>, 'initial' | 'evolve'>,
  events: readonly E[],
  from: State = decider.initial,
): State => events.reduce((state, event) => decider.evolve(state, event), from);
