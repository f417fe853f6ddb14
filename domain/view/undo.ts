/** How each event of a saved view is undone. */
import { pointerTo, tokensOf } from '../changes/change.ts';
import { changed, type Inverse, type Undoable } from '../undo/inverse.ts';
import type { ViewEvent } from './events.ts';
import { views, type ViewCommand, type Views } from './view.ts';

const back: Inverse<Views, ViewCommand, ViewEvent> = {
  role: 'member',
  parts: changed((state) => Object.fromEntries([...state].map(([name, query]) => [pointerTo(name), query]))),
  put: (wanted) =>
    Object.entries(wanted).map(([path, query]) => {
      const [name = ''] = tokensOf(path);
      return typeof query === 'string' ? { type: 'SaveView', name, query } : { type: 'RemoveView', name };
    }),
};

export const undoableView: Undoable<Views, ViewCommand, ViewEvent> = {
  decider: views,
  inverses: { ViewSaved: back, ViewRemoved: back },
};
