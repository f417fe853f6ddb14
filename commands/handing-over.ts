/** What a record hands over to the one that is shown in its place from then on. */
import type { Decider } from '../domain/decider.ts';
import type { DomainEvent } from '../domain/event.ts';

/** `earlier`: the state that was handed over before. */
export type HandOver<State> = (state: State, earlier: State) => Promise<void>;

/**
 * The command, decided after the state was handed over; null if it would change nothing or is not due. Changes made during the
 * handover lead to another attempt, which hands them over too.
 */
export const afterHandover = <State, Command, E extends DomainEvent>(
  decider: Decider<State, Command, E>,
  command: Command,
  handOver: HandOver<State>,
  isDue: (state: State) => boolean = () => true,
): ((state: State) => Promise<Command | null>) => {
  let earlier = decider.initial;
  return async (state) => {
    if (!isDue(state) || decider.decide(command, state).length === 0) return null;
    await handOver(state, earlier);
    earlier = state;
    return command;
  };
};
