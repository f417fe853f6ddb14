/** Commands to one project of a workspace. */
import type { ProjectFields } from '../domain/project/events.ts';
import { project, type ProjectCommand } from '../domain/project/project.ts';
import { streamsOf } from './aggregate.ts';
import { cleanFields } from './text/values.ts';

/** Codes and addresses, which are checked as such. */
const OTHERS = new Set(['href', 'start_date', 'end_date', 'member_orcids', 'coordinator_orcids']);

const cleanProject = <T extends Partial<ProjectFields>>(fields: T): T => ({
  ...fields,
  ...cleanFields(Object.fromEntries(Object.entries(fields).filter(([field]) => !OTHERS.has(field)))),
});

const cleaned = (command: ProjectCommand): ProjectCommand =>
  'fields' in command ? ({ ...command, fields: cleanProject(command.fields) } as ProjectCommand) : command;

export const projectAggregate = { stream: streamsOf('project'), decider: project, cleaned };
