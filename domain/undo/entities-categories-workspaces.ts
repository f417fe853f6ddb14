/** How each event of entities, categories and workspaces is undone: records that only have a name. */
import { category, type Category, type CategoryCommand } from '../category/category.ts';
import type { CategoryEvent } from '../category/events.ts';
import { entity, type Entity, type EntityCommand } from '../entity/entity.ts';
import type { EntityEvent } from '../entity/events.ts';
import type { LocalizedText } from '../localized-text.ts';
import type { WorkspaceEvent } from '../workspace/events.ts';
import { workspace, type Workspace, type WorkspaceCommand } from '../workspace/workspace.ts';
import type { DomainEvent } from '../event.ts';
import type { Role } from '../member/events.ts';
import { cannot, inversesOf, restoring, type Parts } from './inverse.ts';
import type { Undoable } from './plan.ts';

const NAME = '/name';
const ARCHIVED = '/archived';

type Named = { readonly status: 'absent' } | { readonly status: 'active' | 'archived'; readonly name: LocalizedText };

const view = (state: Named): Parts =>
  state.status === 'absent' ? { [ARCHIVED]: true } : { [NAME]: state.name, [ARCHIVED]: state.status === 'archived' };

type Moves<Command> = {
  readonly rename: (name: LocalizedText) => Command;
  readonly archive: Command;
  readonly unarchive: Command;
};

/** For records with separate commands for renaming and archiving. */
const namedInverses = <State extends Named, Command, E extends DomainEvent>(
  role: Role,
  { rename, archive, unarchive }: Moves<Command>,
) => {
  const put = (wanted: Parts): readonly Command[] => [
    ...(wanted[NAME] === undefined ? [] : [rename(wanted[NAME] as LocalizedText)]),
    ...(wanted[ARCHIVED] === undefined ? [] : [wanted[ARCHIVED] === true ? archive : unarchive]),
  ];
  return inversesOf<State, Command, E>({ role, view, put }, ARCHIVED);
};

const ofEntity = namedInverses<Entity, EntityCommand, EntityEvent>('workspace_admin', {
  rename: (name) => ({ type: 'RenameEntity', name }),
  archive: { type: 'ArchiveEntity' },
  unarchive: { type: 'UnarchiveEntity' },
});

export const undoableEntity: Undoable<Entity, EntityCommand, EntityEvent> = {
  decider: entity,
  inverses: {
    EntityCreated: ofEntity.made,
    EntityRenamed: ofEntity.changed,
    EntityArchived: ofEntity.changed,
    EntityUnarchived: ofEntity.changed,
  },
};

const ofCategory = namedInverses<Category, CategoryCommand, CategoryEvent>('member', {
  rename: (name) => ({ type: 'RenameCategory', name }),
  archive: { type: 'ArchiveCategory' },
  unarchive: { type: 'UnarchiveCategory' },
});

export const undoableCategory: Undoable<Category, CategoryCommand, CategoryEvent> = {
  decider: category,
  inverses: {
    CategoryCreated: ofCategory.made,
    CategoryRenamed: ofCategory.changed,
    CategoryArchived: ofCategory.changed,
    CategoryUnarchived: ofCategory.changed,
  },
};

export const undoableWorkspace: Undoable<Workspace, WorkspaceCommand, WorkspaceEvent> = {
  decider: workspace,
  inverses: {
    WorkspaceCreated: cannot('A workspace is never removed: it holds the record of everything that happened in it.'),
    WorkspaceRenamed: restoring({
      role: 'superadmin',
      view: (state) => (state.status === 'absent' ? {} : { [NAME]: state.name }),
      put: (wanted) => [{ type: 'RenameWorkspace', name: wanted[NAME] as string }],
    }),
  },
};
