/** How each event of a project is undone. Projects are archived, not deleted. */
import { fieldOf, pointerTo } from '../changes/change.ts';
import type { ProjectEvent } from './events.ts';
import { project, type Project, type ProjectCommand } from './project.ts';
import { transitionsTo, type PublishStatus } from '../publish-status.ts';
import { changed, type Inverse, type Undoable } from '../undo/inverse.ts';

const STATUS = '/status';

const back: Inverse<Project, ProjectCommand, ProjectEvent> = {
  role: 'member',
  parts: changed((state) =>
    state.status === 'absent'
      ? { [STATUS]: 'archived' }
      : {
          ...Object.fromEntries(Object.entries(state.fields).map(([field, value]) => [pointerTo(field), value])),
          [STATUS]: state.status,
        },
  ),
  put: ({ [STATUS]: status, ...values }, { now }) => {
    if (now.status === 'absent') return [];
    const fields = Object.entries(values).map(([path, value = null]) => [fieldOf({ path }), value] as const);
    return [
      fields.length > 0 && { type: 'ReviseProject', fields: Object.fromEntries(fields) },
      ...transitionsTo((status ?? now.status) as PublishStatus, now.status).map(
        (move) => ({ type: 'MoveProject', move }) as const,
      ),
    ];
  },
};

export const undoableProject: Undoable<Project, ProjectCommand, ProjectEvent> = {
  decider: project,
  inverses: {
    ProjectCreated: { ...back, makes: STATUS },
    ProjectRevised: back,
    ProjectPublished: back,
    ProjectUnpublished: back,
    ProjectArchived: back,
    ProjectUnarchived: back,
  },
};
