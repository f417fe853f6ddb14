/** Why an erasure is not undone. */
import { cannot, type NotUndoable } from '../undo/inverse.ts';
import type { ErasureEvent } from './events.ts';

export const erasureUndo: NotUndoable<ErasureEvent> = {
  PersonErased: cannot('Erased personal data is gone for good.'),
};
