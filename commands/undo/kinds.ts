/** What can be undone, by the kind of stream that it happened in. */
import { UNDOABLES } from '../../domain/undoables.ts';
import {
  apiKeyAggregate,
  categoryAggregate,
  entityAggregate,
  identifierAggregate,
  memberAggregate,
  workspaceAggregate,
} from '../aggregates.ts';
import { installationAggregate } from '../installation.ts';
import { personAggregate } from '../person.ts';
import { projectAggregate } from '../project.ts';
import { publicationAggregate } from '../publication.ts';
import { workAggregate } from '../work.ts';
import { undoAggregate, type UndoAggregate, type UndoCommand } from './history.ts';

/** Each kind that the domain can undo, with its streams: one that is missing does not compile. */
export const UNDOABLE: { readonly [Kind in keyof typeof UNDOABLES]: (command: UndoCommand) => UndoAggregate } = {
  publication: undoAggregate(publicationAggregate, UNDOABLES.publication),
  work: undoAggregate(workAggregate, UNDOABLES.work),
  identifier: undoAggregate(identifierAggregate, UNDOABLES.identifier),
  person: undoAggregate(personAggregate, UNDOABLES.person),
  project: undoAggregate(projectAggregate, UNDOABLES.project),
  entity: undoAggregate(entityAggregate, UNDOABLES.entity),
  category: undoAggregate(categoryAggregate, UNDOABLES.category),
  member: undoAggregate(memberAggregate, UNDOABLES.member),
  'api-key': undoAggregate(apiKeyAggregate, UNDOABLES['api-key']),
  installation: undoAggregate(installationAggregate, UNDOABLES.installation),
  workspace: undoAggregate(workspaceAggregate, UNDOABLES.workspace),
};
