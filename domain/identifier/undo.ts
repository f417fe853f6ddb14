/** How the assignment of an identifier to a publication is undone, and how its withdrawal is. */
import type { IdentifierEvent, Item } from './events.ts';
import { identifier, NAMES_A_WORK, type Identifier, type IdentifierCommand } from './identifier.ts';
import { cannot, changed, step, type Inverse, type Undoable } from '../undo/inverse.ts';

const NAMES = '/names';

const back: Inverse<Identifier, IdentifierCommand, IdentifierEvent> = {
  role: 'member',
  parts: changed(({ assigned }) => ({ [NAMES]: assigned?.to })),
  put: ({ [NAMES]: wanted }, { now: { assigned } }) => [
    wanted === undefined
      ? assigned !== null && { type: 'WithdrawIdentifier', from: assigned.to }
      : { type: 'ReturnIdentifier', to: wanted as Item },
  ],
};

export const undoableIdentifier: Undoable<Identifier, IdentifierCommand, IdentifierEvent> = {
  decider: identifier,
  inverses: {
    IdentifierAssigned: {
      ...back,
      unless: (event) => (event.type === 'IdentifierAssigned' && 'work' in event.data.to ? cannot(NAMES_A_WORK) : null),
      // Otherwise, what the job added and the undo deletes would come back as a work under the identifier.
      alone: step('Undoing a job does not change what an identifier names; undo its assignment separately.'),
    },
    IdentifierWithdrawn: back,
  },
};
