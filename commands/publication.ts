/** Commands to one publication of a workspace: by its DOI, or by the key of a work without one. */
import { isDoi } from '../domain/item.ts';
import type { PublicationCommand } from '../domain/publication/commands.ts';
import { publication } from '../domain/publication/publication.ts';
import { streamsOf } from './aggregate.ts';
import { cleanChanges, cleanFields } from './text/values.ts';

const cleaned = (command: PublicationCommand): PublicationCommand => {
  switch (command.type) {
    case 'CreatePublication':
      return { ...command, original: cleanFields(command.original) };
    case 'EditPublication':
      return { ...command, changes: cleanChanges(command.changes) };
    default:
      return command;
  }
};

const [byDoi, byKey] = [streamsOf('publication'), streamsOf('work')];

export const publicationAggregate = {
  stream: (workspace: string, id: string): string => (isDoi(id) ? byDoi : byKey)(workspace, id),
  decider: publication,
  cleaned,
};
