/** How each event of a work is undone. */
import type { WorkEvent } from '../../work/events.ts';
import type { WorkCommand } from '../../work/commands.ts';
import type { Work } from '../../work/state.ts';
import { work } from '../../work/work.ts';
import { cannot } from '../inverse.ts';
import type { Undoable } from '../plan.ts';
import { edited, refreshed } from './edits.ts';
import { made, moved, reset } from './existence.ts';
import { keptApart, superseded } from './superseded.ts';

export const undoableWork: Undoable<Work, WorkCommand, WorkEvent> = {
  decider: work,
  empties: 'WorkReset',
  inverses: {
    WorkAdded: made,
    WorkCreated: made,
    WorkRefreshed: refreshed,
    WorkEdited: edited,
    WorkPublished: moved,
    WorkUnpublished: moved,
    WorkArchived: moved,
    WorkUnarchived: moved,
    WorkReset: reset,
    WorkSuperseded: superseded,
    WorkSeparated: superseded,
    WorkKeptApart: keptApart,
    WorkIdentified: cannot('A list names the work so; undo that the work was superseded if it is another one.'),
    WorkAuthorUnlinked: cannot(
      'The list of the person has the work no longer; a list that has it again links it again.',
    ),
    WorkAuthorLinked: cannot('A work belongs to all people whose lists have it; archive it if it should not be shown.'),
  },
};
