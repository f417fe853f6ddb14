/** The rules of a project: created unpublished, public once published, and put away by archiving. */
import { withChanges } from '../changes/apply.ts';
import { changesBetween } from '../changes/between.ts';
import type { Decider } from '../decider.ts';
import { deciding } from '../deciding.ts';
import { Refused } from '../errors.ts';
import { evolving } from '../evolving.ts';
import { isTransition, mustNotBeArchived, type Transition, type PublishStatus } from '../publish-status.ts';
import { parseEntityId } from '../workspace/id.ts';
import type { ProjectEvent, ProjectFields } from './events.ts';
import { parseProjectFields } from './fields.ts';

export type Project =
  | { readonly status: 'absent' }
  | { readonly status: PublishStatus; readonly fields: ProjectFields };

export type ProjectCommand =
  | { readonly type: 'CreateProject'; readonly id: string; readonly fields: ProjectFields }
  /** Absent fields stay unchanged. */
  | { readonly type: 'ReviseProject'; readonly fields: Partial<ProjectFields> }
  | { readonly type: 'MoveProject'; readonly move: Transition };

const MOVED = {
  publish: 'ProjectPublished',
  unpublish: 'ProjectUnpublished',
  archive: 'ProjectArchived',
  unarchive: 'ProjectUnarchived',
} as const;

export const project: Decider<Project, ProjectCommand, ProjectEvent> = {
  initial: { status: 'absent' },

  decide: deciding<Project, ProjectCommand, ProjectEvent>('project')(
    {
      CreateProject: (state, command) => {
        const [id, fields] = [parseEntityId(command.id), parseProjectFields(command.fields)];
        if (state.status === 'absent') return [{ type: 'ProjectCreated', data: { id, fields } }];
        if (changesBetween(state.fields, fields).length === 0) return [];
        throw new Refused('conflict', 'project_exists', 'there is another project with this id', { field: 'id' });
      },
    },
    {
      ReviseProject: ({ status, fields }, { fields: revision }) => {
        mustNotBeArchived(status, 'project');
        const changes = changesBetween(fields, parseProjectFields({ ...fields, ...revision }));
        return changes.length === 0 ? [] : [{ type: 'ProjectRevised', data: { changes } }];
      },
      MoveProject: ({ status }, { move }) =>
        isTransition(status, move, 'project') ? [{ type: MOVED[move], data: {} }] : [],
    },
  ),

  evolve: evolving<Project, ProjectEvent, 'ProjectCreated'>(
    { ProjectCreated: (state, { fields }) => (state.status === 'absent' ? { status: 'unpublished', fields } : state) },
    {
      ProjectRevised: (state, { changes }) => ({ ...state, fields: withChanges(state.fields, changes) }),
      ProjectPublished: (state) => ({ ...state, status: 'published' }),
      ProjectUnpublished: (state) => ({ ...state, status: 'unpublished' }),
      ProjectUnarchived: (state) => ({ ...state, status: 'unpublished' }),
      ProjectArchived: (state) => ({ ...state, status: 'archived' }),
    },
  ),
};
