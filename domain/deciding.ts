/** Deciding by one function per type of command. */
import { known, type Known } from './must-exist.ts';

export type Decisions<State, Command extends { readonly type: string }, E, Type extends string = Command['type']> = {
  readonly [T in Type]: (state: State, command: Extract<Command, { readonly type: T }>) => readonly E[];
};

/** A type without a function does not compile. `always`: also while the record is absent. `noun`: for example `API key`. */
export const deciding =
  <State extends { readonly status: string }, Command extends { readonly type: string }, E>(noun: string) =>
  <Always extends Command['type']>(
    always: Decisions<State, Command, E, Always>,
    ofKnown: Decisions<Known<State>, Command, E, Exclude<Command['type'], Always>>,
  ) =>
  (command: Command, state: State): readonly E[] =>
    Object.hasOwn(always, command.type)
      ? always[command.type as Always](state, command as never)
      : ofKnown[command.type as Exclude<Command['type'], Always>](known(state, noun), command as never);
