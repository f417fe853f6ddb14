/** What can be undone, by the kind of stream that it happened in. */
import type { StreamKind } from '../../domain/stream-kinds.ts';
import {
  undoableApiKey,
  undoableCategory,
  undoableEntity,
  undoableInstallation,
  undoableMember,
  undoablePerson,
  undoableProject,
  undoablePublication,
  undoableWork,
  undoableWorkspace,
} from '../../domain/undo/index.ts';
import { apiKeyAggregate } from '../api-key.ts';
import { categoryAggregate } from '../category.ts';
import { entityAggregate } from '../entity.ts';
import { installationAggregate } from '../installation.ts';
import { memberAggregate } from '../member.ts';
import { personAggregate } from '../person.ts';
import { projectAggregate } from '../project.ts';
import { publicationAggregate } from '../publication.ts';
import { workAggregate } from '../work.ts';
import { workspaceAggregate } from '../workspace.ts';
import { undoAggregate, type UndoAggregate } from './history.ts';

/** In the streams of the others nothing can be undone. */
export const UNDOABLE: Readonly<Partial<Record<StreamKind, UndoAggregate>>> = {
  publication: undoAggregate(publicationAggregate, undoablePublication),
  work: undoAggregate(workAggregate, undoableWork),
  person: undoAggregate(personAggregate, undoablePerson),
  project: undoAggregate(projectAggregate, undoableProject),
  entity: undoAggregate(entityAggregate, undoableEntity),
  category: undoAggregate(categoryAggregate, undoableCategory),
  member: undoAggregate(memberAggregate, undoableMember),
  'api-key': undoAggregate(apiKeyAggregate, undoableApiKey),
  installation: undoAggregate(installationAggregate, undoableInstallation),
  workspace: undoAggregate(workspaceAggregate, undoableWorkspace),
};
