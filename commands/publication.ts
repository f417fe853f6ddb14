/** Commands to one publication of a workspace. */
import type { PublicationCommand } from '../domain/publication/commands.ts';
import { publication } from '../domain/publication/publication.ts';
import { streamsOf } from './aggregate.ts';
import { cleanChanges } from './text/values.ts';

const cleaned = (command: PublicationCommand): PublicationCommand =>
  command.type === 'EditPublication' ? { ...command, changes: cleanChanges(command.changes) } : command;

export const publicationAggregate = { stream: streamsOf('publication'), decider: publication, cleaned };
