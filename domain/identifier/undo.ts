/** How the assignment of an identifier to a publication is undone, and how its withdrawal is. */
import type { IdentifierEvent, Item } from './events.ts';
import { identifier, NAMES_A_WORK, type Identifier, type IdentifierCommand } from './identifier.ts';
import { cannot, restoring, step } from '../undo/inverse.ts';
import type { Undoable } from '../undo/plan.ts';

const NAMES = '/names';

const named = restoring<Identifier, IdentifierCommand, IdentifierEvent>({
  role: 'member',
  view: ({ assigned }) => ({ [NAMES]: assigned?.to }),
  put: ({ [NAMES]: wanted }, { assigned }) => {
    if (wanted !== undefined) return [{ type: 'ReturnIdentifier', to: wanted as Item }];
    return assigned === null ? [] : [{ type: 'WithdrawIdentifier', from: assigned.to }];
  },
});

export const undoableIdentifier: Undoable<Identifier, IdentifierCommand, IdentifierEvent> = {
  decider: identifier,
  inverses: {
    IdentifierAssigned: {
      ...named,
      unless: (event) => (event.type === 'IdentifierAssigned' && 'work' in event.data.to ? cannot(NAMES_A_WORK) : null),
      // Otherwise, what the job added and the undo deletes would come back as a work under the identifier.
      alone: step('Undoing a job does not change what an identifier names; undo its assignment separately.'),
    },
    IdentifierWithdrawn: named,
  },
};
