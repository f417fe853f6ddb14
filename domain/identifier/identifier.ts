/** The rules of an identifier: the first assignment defines it, and staff may withdraw it. The rules of works join items. */
import type { Decider } from '../decider.ts';
import { Refused } from '../errors.ts';
import { idOf } from '../item.ts';
import type { Assignment, IdentifierEvent, Item } from './events.ts';

export type Identifier = {
  readonly assigned: Assignment | null;
  /** Assignments that staff have withdrawn. */
  readonly withdrawn: readonly Assignment[];
};

export type IdentifierCommand =
  | ({ readonly type: 'AssignIdentifier' } & Assignment)
  /** By staff. Has an effect only while it names `from`. */
  | { readonly type: 'WithdrawIdentifier'; readonly from: Item }
  /** By staff, after a withdrawal: it names that item again. */
  | { readonly type: 'ReturnIdentifier'; readonly to: Item };

/** In words; never the same for two items. */
export const nameOf = (item: Item): string => `${'doi' in item ? 'publication' : 'work'} ${idOf(item)}`;

export const sameItem = (one: Item, other: Item): boolean =>
  'doi' in one ? 'doi' in other && one.doi === other.doi : 'work' in other && one.work === other.work;

export const isWithdrawn = ({ withdrawn }: Identifier, from: Item): boolean =>
  withdrawn.some(({ to }) => sameItem(to, from));

/** A work is recorded under its identifiers, so it can only be separated from another item as a whole. */
export const NAMES_A_WORK =
  'A work keeps its identifiers. If it is a different item, undo the event that superseded it.';

const withdrawn = ({ assigned }: Identifier, from: Item): readonly IdentifierEvent[] => {
  if (assigned === null || !sameItem(assigned.to, from)) return [];
  if ('work' in from) throw new Refused('conflict', 'names_work', NAMES_A_WORK);
  return [{ type: 'IdentifierWithdrawn', data: { identifier: assigned.identifier, from } }];
};

export const identifier: Decider<Identifier, IdentifierCommand, IdentifierEvent> = {
  initial: { assigned: null, withdrawn: [] },

  decide(command, state) {
    switch (command.type) {
      case 'AssignIdentifier': {
        const { type: _type, ...data } = command;
        const isFree = state.assigned === null && !isWithdrawn(state, command.to);
        return isFree ? [{ type: 'IdentifierAssigned', data }] : [];
      }
      case 'WithdrawIdentifier':
        return withdrawn(state, command.from);
      case 'ReturnIdentifier': {
        const data = state.withdrawn.find(({ to }) => sameItem(to, command.to));
        return state.assigned === null && data !== undefined ? [{ type: 'IdentifierAssigned', data }] : [];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'IdentifierAssigned': {
        if (state.assigned !== null) return state;
        const others = state.withdrawn.filter(({ to }) => !sameItem(to, event.data.to));
        return { assigned: event.data, withdrawn: others };
      }
      case 'IdentifierWithdrawn': {
        const { assigned } = state;
        if (assigned === null || !sameItem(assigned.to, event.data.from)) return state;
        return { assigned: null, withdrawn: [...state.withdrawn, assigned] };
      }
      default:
        event satisfies never;
        return state;
    }
  },
};
