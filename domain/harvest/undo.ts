/** Why what a harvest found unchanged is not undone. */
import { step, type NotUndoable } from '../undo/inverse.ts';
import type { FoundUnchanged } from './events.ts';

export const harvestUndo: NotUndoable<FoundUnchanged> = {
  FoundUnchanged: step('Nothing was changed.'),
};
