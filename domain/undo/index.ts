/** How every event is undone, or why not. A type that declares neither does not compile. */
import type { ColophonEvent } from '../events.ts';
import { undoableApiKey } from './api-key.ts';
import { undoableIdentifier } from './identifier.ts';
import { undoableInstallation } from './installation.ts';
import type { Inverse, NoInverse } from './inverse.ts';
import { undoableMember } from './member.ts';
import { undoableCategory, undoableEntity, undoableWorkspace } from './entities-categories-workspaces.ts';
import { noInverses } from './none.ts';
import { undoablePerson } from './person.ts';
import { undoableProject } from './project.ts';
import { undoablePublication } from './publication.ts';
import { undoableWork } from './work.ts';

/** By the kind of stream; in the streams of other kinds nothing can be undone. */
export const UNDOABLES = {
  publication: undoablePublication,
  work: undoableWork,
  identifier: undoableIdentifier,
  person: undoablePerson,
  project: undoableProject,
  entity: undoableEntity,
  category: undoableCategory,
  member: undoableMember,
  'api-key': undoableApiKey,
  installation: undoableInstallation,
  workspace: undoableWorkspace,
} as const;

/** The role that undoing needs, or the reason why there is none. */
type Declared = Pick<Inverse<unknown, unknown, never>, 'role' | 'roleOf' | 'unless' | 'alone'> | NoInverse;

type KeysOfEach<T> = T extends T ? keyof T : never;
type DeclaredType = KeysOfEach<(typeof UNDOABLES)[keyof typeof UNDOABLES]['inverses'] | typeof noInverses>;

const declared = Object.assign({}, ...Object.values(UNDOABLES).map(({ inverses }) => inverses), noInverses) as Readonly<
  Record<DeclaredType, Declared>
>;

export const INVERSES: { readonly [Type in ColophonEvent['type']]: Declared } = declared;

/** Every event type that this release knows. */
export const knownTypes: readonly string[] = Object.keys(INVERSES);

export const isKnownType = (type: string): type is ColophonEvent['type'] => Object.hasOwn(INVERSES, type);

/** Whether an event of this type has no effect of its own left once the rest of its cause is undone. */
export const isStep = (type: string): boolean => {
  const inverse = isKnownType(type) ? INVERSES[type] : null;
  const none = inverse !== null && !('none' in inverse) ? inverse.alone : inverse;
  return none?.isStep === true;
};
