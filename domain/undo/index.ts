/** How every event is undone, or why not. A type that declares neither does not compile. */
import type { ColophonEvent } from '../events.ts';
import { undoableApiKey } from './api-key.ts';
import { undoableInstallation } from './installation.ts';
import type { NoInverse } from './inverse.ts';
import { undoableMember } from './member.ts';
import { undoableCategory, undoableEntity, undoableWorkspace } from './named.ts';
import { noInverses } from './none.ts';
import { undoablePerson } from './person.ts';
import { undoableProject } from './project.ts';
import { undoablePublication } from './publication/index.ts';
import { undoableWork } from './work/index.ts';
import type { Role } from '../member/events.ts';

/** The role that undoing needs, or the reason why there is none. */
export type Declared = { readonly role: Role } | NoInverse;

export const INVERSES: { readonly [Type in ColophonEvent['type']]: Declared } = {
  ...undoablePublication.inverses,
  ...undoableWork.inverses,
  ...undoablePerson.inverses,
  ...undoableProject.inverses,
  ...undoableEntity.inverses,
  ...undoableCategory.inverses,
  ...undoableMember.inverses,
  ...undoableApiKey.inverses,
  ...undoableInstallation.inverses,
  ...undoableWorkspace.inverses,
  ...noInverses,
};

export {
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
};
