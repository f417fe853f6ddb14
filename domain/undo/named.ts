/** How each event of what only has a name is undone: entities, categories and workspaces. */
import { category, type Category, type CategoryCommand } from '../category/category.ts';
import type { CategoryEvent } from '../category/events.ts';
import { entity, type Entity, type EntityCommand } from '../entity/entity.ts';
import type { EntityEvent } from '../entity/events.ts';
import type { LocalizedText } from '../localized-text.ts';
import type { WorkspaceEvent } from '../workspace/events.ts';
import { workspace, type Workspace, type WorkspaceCommand } from '../workspace/workspace.ts';
import { cannot, removing, restoring, type Parts } from './inverse.ts';
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

const putting =
  <Command>({ rename, archive, unarchive }: Moves<Command>) =>
  (wanted: Parts): readonly Command[] => [
    ...(wanted[NAME] === undefined ? [] : [rename(wanted[NAME] as LocalizedText)]),
    ...(wanted[ARCHIVED] === undefined ? [] : [wanted[ARCHIVED] === true ? archive : unarchive]),
  ];

const ofEntity = {
  role: 'workspace_admin',
  view: (state: Entity) => view(state),
  put: putting<EntityCommand>({
    rename: (name) => ({ type: 'RenameEntity', name }),
    archive: { type: 'ArchiveEntity' },
    unarchive: { type: 'UnarchiveEntity' },
  }),
} as const;

const entityBack = restoring<Entity, EntityCommand, EntityEvent>(ofEntity);

export const undoableEntity: Undoable<Entity, EntityCommand, EntityEvent> = {
  decider: entity,
  inverses: {
    EntityCreated: removing(ofEntity, ARCHIVED),
    EntityRenamed: entityBack,
    EntityArchived: entityBack,
    EntityUnarchived: entityBack,
  },
};

const ofCategory = {
  role: 'member',
  view: (state: Category) => view(state),
  put: putting<CategoryCommand>({
    rename: (name) => ({ type: 'RenameCategory', name }),
    archive: { type: 'ArchiveCategory' },
    unarchive: { type: 'UnarchiveCategory' },
  }),
} as const;

const categoryBack = restoring<Category, CategoryCommand, CategoryEvent>(ofCategory);

export const undoableCategory: Undoable<Category, CategoryCommand, CategoryEvent> = {
  decider: category,
  inverses: {
    CategoryCreated: removing(ofCategory, ARCHIVED),
    CategoryRenamed: categoryBack,
    CategoryArchived: categoryBack,
    CategoryUnarchived: categoryBack,
  },
};

export const undoableWorkspace: Undoable<Workspace, WorkspaceCommand, WorkspaceEvent> = {
  decider: workspace,
  inverses: {
    WorkspaceCreated: cannot('A workspace is never removed: everything that happened in it is on record there.'),
    WorkspaceRenamed: restoring({
      role: 'superadmin',
      view: (state) => (state.status === 'absent' ? {} : { [NAME]: state.name }),
      put: (wanted) => [{ type: 'RenameWorkspace', name: wanted[NAME] as string }],
    }),
  },
};
