/** How every event is undone, or why not. A type that declares neither does not compile. */
import { isKnownType } from './event-types.ts';
import type { ColophonEvent } from './events.ts';
import { undoableApiKey } from './api-key/undo.ts';
import { undoableCategory } from './category/undo.ts';
import { undoableEntity } from './entity/undo.ts';
import { erasureUndo } from './erasure/undo.ts';
import { undoableIdentifier } from './identifier/undo.ts';
import { ingestionUndo } from './ingestion/undo.ts';
import { undoableInstallation } from './installation/undo.ts';
import { undoableMember } from './member/undo.ts';
import { undoablePerson } from './person/undo.ts';
import { undoableProject } from './project/undo.ts';
import { undoablePublication } from './publication/undo.ts';
import { siteUndo } from './site/undo.ts';
import { timelineUndo } from './timeline/undo.ts';
import { SUMMARY, type Inverse, type NoInverse } from './undo/inverse.ts';
import { undoableView } from './view/undo.ts';
import { undoableWorkspace } from './workspace/undo.ts';

/** By the kind of stream; in the streams of other kinds nothing can be undone. */
export const UNDOABLES = {
  publication: undoablePublication,
  work: undoablePublication,
  identifier: undoableIdentifier,
  person: undoablePerson,
  project: undoableProject,
  entity: undoableEntity,
  category: undoableCategory,
  member: undoableMember,
  'api-key': undoableApiKey,
  installation: undoableInstallation,
  workspace: undoableWorkspace,
  view: undoableView,
} as const;

/** The role that undoing needs, or the reason why there is none. */
type Declared = Pick<Inverse<unknown, unknown, never>, 'role' | 'roleOf' | 'unless' | 'alone'> | NoInverse;

export const INVERSES: { readonly [Type in ColophonEvent['type']]: Declared } = {
  ...UNDOABLES.publication.inverses,
  ...UNDOABLES.identifier.inverses,
  ...UNDOABLES.person.inverses,
  ...UNDOABLES.project.inverses,
  ...UNDOABLES.entity.inverses,
  ...UNDOABLES.category.inverses,
  ...UNDOABLES.member.inverses,
  ...UNDOABLES['api-key'].inverses,
  ...UNDOABLES.installation.inverses,
  ...UNDOABLES.workspace.inverses,
  ...UNDOABLES.view.inverses,
  ...erasureUndo,
  ...ingestionUndo,
  ...siteUndo,
  ...timelineUndo,
  DoiImported: SUMMARY,
};

/** Whether an event of this type has no effect of its own left once the rest of its cause is undone. */
export const isStep = (type: string): boolean => {
  const inverse = isKnownType(type) ? INVERSES[type] : null;
  const none = inverse !== null && !('none' in inverse) ? inverse.alone : inverse;
  return none?.isStep === true;
};
