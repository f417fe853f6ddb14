/** How each event of a project is undone. Projects are archived, not deleted. */
import { pointerTo, tokensOf } from '../changes/change.ts';
import type { ProjectEvent, ProjectFields } from './events.ts';
import { project, type Project, type ProjectCommand } from './project.ts';
import { transitionsTo, type PublishStatus } from '../publish-status.ts';
import { inversesOf, type Parts } from '../undo/inverse.ts';
import type { Undoable } from '../undo/plan.ts';

const STATUS = '/status';

const view = (state: Project): Parts =>
  state.status === 'absent'
    ? { [STATUS]: 'archived' }
    : {
        ...Object.fromEntries(Object.entries(state.fields).map(([field, value]) => [pointerTo(field), value])),
        [STATUS]: state.status,
      };

const put = (wanted: Parts, now: Project): readonly ProjectCommand[] => {
  if (now.status === 'absent') return [];
  const { [STATUS]: status, ...values } = wanted;
  const fields = Object.fromEntries(
    Object.entries(values).map(([path, value = null]) => [tokensOf(path)[0] ?? '', value]),
  ) as Partial<ProjectFields>;
  return [
    ...(Object.keys(fields).length === 0 ? [] : [{ type: 'ReviseProject', fields } as const]),
    ...(status === undefined
      ? []
      : transitionsTo(status as PublishStatus, now.status).map((move) => ({ type: 'MoveProject', move }) as const)),
  ];
};

const { made, changed } = inversesOf<Project, ProjectCommand, ProjectEvent>({ role: 'member', view, put }, STATUS);

export const undoableProject: Undoable<Project, ProjectCommand, ProjectEvent> = {
  decider: project,
  inverses: {
    ProjectCreated: made,
    ProjectRevised: changed,
    ProjectPublished: changed,
    ProjectUnpublished: changed,
    ProjectArchived: changed,
    ProjectUnarchived: changed,
  },
};
