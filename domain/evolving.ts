/** Evolving a state by one change per type of event. */
import type { DomainEvent } from './event.ts';
import type { Known } from './must-exist.ts';
import { ownOf } from './own.ts';

type DataOf<E, Type> = Extract<E, { readonly type: Type }> extends DomainEvent<string, infer Data> ? Data : never;
type Change<State> = (state: State, data: unknown) => State;

/** A type without a change does not compile; an unknown one changes nothing. `always`: also while the record is absent. */
export const evolving = <State extends { readonly status: string }, E extends DomainEvent, Always extends E['type']>(
  always: { readonly [Type in Always]: (state: State, data: DataOf<E, Type>) => State },
  known: { readonly [Type in Exclude<E['type'], Always>]: (state: Known<State>, data: DataOf<E, Type>) => State },
) => {
  const ofAbsent = always as Readonly<Record<string, Change<State>>>;
  const ofKnown = { ...known, ...always } as unknown as Readonly<Record<string, Change<State>>>;
  return (state: State, { type, data }: E): State =>
    ownOf(state.status === 'absent' ? ofAbsent : ofKnown, type)?.(state, data) ?? state;
};
