/** Refuses a command or a question about a record that does not exist. */
import { Refused } from './errors.ts';

/** Throws `Refused('not_found')` if nothing was found. `noun`: for example `API key`. */
export const mustExist = <T>(found: T | null | undefined, noun: string): T => {
  if (found === null || found === undefined)
    throw new Refused('not_found', `${noun.toLowerCase().replaceAll(' ', '_')}_not_found`, `no such ${noun}`);
  return found;
};

export type Known<State extends { readonly status: string }> = Exclude<State, { readonly status: 'absent' }>;

/** The state of an existing record. Throws `Refused('not_found')`. */
export const known = <State extends { readonly status: string }>(state: State, noun: string): Known<State> =>
  mustExist(state.status === 'absent' ? null : (state as Known<State>), noun);
