/** Undoing that a work was superseded by another item, and the opposite. */
import type { Item } from '../../identifier/events.ts';
import { nameIn } from '../../stream-kinds.ts';
import type { WorkEvent } from '../../work/events.ts';
import type { WorkCommand } from '../../work/commands.ts';
import type { Work } from '../../work/state.ts';
import { cannot, restoring, type Inverse } from '../inverse.ts';

const SUPERSEDED_BY = '/superseded_by';

export const superseded: Inverse<Work, WorkCommand, WorkEvent> = {
  ...restoring<Work, WorkCommand, WorkEvent>({
    role: 'member',
    view: ({ supersededBy }) => ({ [SUPERSEDED_BY]: supersededBy ?? undefined }),
    put: () => [],
  }),
  // The state has no key: there may be no work under it yet.
  commands: ({ event }, parts) =>
    parts.map(({ before: by }) =>
      by === undefined
        ? { type: 'SeparateWork' }
        : { type: 'SupersedeWork', key: nameIn(event.stream), by: by as unknown as Item, byStaff: true },
    ),
};

/** The work is that item after all, which is shown in its place. */
export const keptApart: Inverse<Work, WorkCommand, WorkEvent> = {
  ...superseded,
  parts: ({ event, now }) =>
    event.type === 'WorkKeptApart'
      ? [{ path: SUPERSEDED_BY, before: event.data.from, after: undefined, now: now.supersededBy ?? undefined }]
      : [],
  // It follows from what staff have decided, not from what the job read.
  alone: cannot('The two stay apart when a job is undone; undo this event by itself if they are one.'),
};
