/** The rules of an identifier: who is first gives it its meaning. Items that turn out to be one are joined by the works themselves. */
import type { Decider } from '../decider.ts';
import type { IdentifierEvent, Item } from './events.ts';

export type Identifier = { readonly to: Item | null; readonly of: string | null };

export type IdentifierCommand = { readonly type: 'AssignIdentifier' } & IdentifierEvent['data'];

export const idOf = (item: Item): string => ('doi' in item ? item.doi : item.work);
/** In words; of two items never the same. */
export const nameOf = (item: Item): string => `${'doi' in item ? 'publication' : 'work'} ${idOf(item)}`;

export const sameItem = (one: Item, other: Item): boolean =>
  'doi' in one ? 'doi' in other && one.doi === other.doi : 'work' in other && one.work === other.work;

export const identifier: Decider<Identifier, IdentifierCommand, IdentifierEvent> = {
  initial: { to: null, of: null },
  decide: ({ type: _type, ...data }, { to }) => (to === null ? [{ type: 'IdentifierAssigned', data }] : []),
  evolve: (state, event) =>
    event.type === 'IdentifierAssigned' && state.to === null ? { to: event.data.to, of: event.data.of ?? null } : state,
};
