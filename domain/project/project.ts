/** The rules of a project: made unpublished, shown when published, archived for good. */
import type { Decider } from '../decider.ts';
import { Refused } from '../errors.ts';
import { parsePartialDate, firstDayOf } from '../partial-date.ts';
import { changesBetween } from '../publication/overlay.ts';
import { parseEntityId } from '../workspace/id.ts';
import type { ProjectEvent, ProjectFields } from './events.ts';

export type Project =
  | { readonly status: 'absent' }
  | { readonly status: 'unpublished' | 'published' | 'archived'; readonly fields: ProjectFields };
type Made = Exclude<Project, { readonly status: 'absent' }>;

export type ProjectCommand =
  | { readonly type: 'CreateProject'; readonly id: string; readonly fields: ProjectFields }
  /** What is absent stays. */
  | { readonly type: 'ReviseProject'; readonly fields: Partial<ProjectFields> }
  | { readonly type: 'PublishProject' }
  | { readonly type: 'UnpublishProject' }
  | { readonly type: 'ArchiveProject' };

const MOVES = {
  PublishProject: { to: 'published', event: 'ProjectPublished' },
  UnpublishProject: { to: 'unpublished', event: 'ProjectUnpublished' },
  ArchiveProject: { to: 'archived', event: 'ProjectArchived' },
} as const;

const made = (state: Project): Made => {
  if (state.status === 'absent') throw new Refused('not_found', 'project_not_found', 'no such project');
  return state;
};

const notArchived = (state: Project): Made => {
  const project = made(state);
  if (project.status === 'archived') throw new Refused('conflict', 'project_archived', 'the project is archived');
  return project;
};

const dateIn = (date: string, field: string): string => {
  try {
    return parsePartialDate(date);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused('invalid', error.code, error.message, { field, ...error.details });
  }
};

/** Throws `Refused('invalid')` for what is no date, or an end before the beginning. */
const checked = (fields: ProjectFields): ProjectFields => {
  const dates = (['start_date', 'end_date'] as const).map((field) => {
    const date = fields[field];
    return date === null ? null : firstDayOf(dateIn(date, field));
  });
  const [start, end] = dates;
  if (start != null && end != null && end < start)
    throw new Refused('invalid', 'invalid_dates', 'end_date is before start_date', {
      field: 'end_date',
      accepted: 'a date from start_date on',
    });
  return fields;
};

export const project: Decider<Project, ProjectCommand, ProjectEvent> = {
  initial: { status: 'absent' },

  decide(command, state) {
    switch (command.type) {
      case 'CreateProject': {
        const [id, fields] = [parseEntityId(command.id), checked(command.fields)];
        if (state.status === 'absent') return [{ type: 'ProjectCreated', data: { id, fields } }];
        if (changesBetween(state.fields, fields).length === 0) return [];
        throw new Refused('conflict', 'project_exists', 'there is another project with this id', { field: 'id' });
      }
      case 'ReviseProject': {
        const { fields } = notArchived(state);
        const changes = changesBetween(fields, checked({ ...fields, ...command.fields }));
        return changes.length === 0 ? [] : [{ type: 'ProjectRevised', data: { changes } }];
      }
      case 'PublishProject':
      case 'UnpublishProject':
      case 'ArchiveProject': {
        const { to, event } = MOVES[command.type];
        if (made(state).status === to) return [];
        notArchived(state);
        return [{ type: event, data: {} }];
      }
    }
  },

  evolve(state, event) {
    if (event.type === 'ProjectCreated')
      return state.status === 'absent' ? { status: 'unpublished', fields: event.data.fields } : state;
    if (state.status === 'absent') return state;
    switch (event.type) {
      case 'ProjectRevised': {
        const changed = Object.fromEntries(event.data.changes.map(({ field, after = null }) => [field, after]));
        return { ...state, fields: { ...state.fields, ...(changed as Partial<ProjectFields>) } };
      }
      case 'ProjectPublished':
        return { ...state, status: 'published' };
      case 'ProjectUnpublished':
        return { ...state, status: 'unpublished' };
      case 'ProjectArchived':
        return { ...state, status: 'archived' };
      default:
        event satisfies never;
        return state;
    }
  },
};
