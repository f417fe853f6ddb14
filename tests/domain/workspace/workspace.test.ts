/** Workspaces and the entities in them. */
import { entity } from '../../../domain/entity/entity.ts';
import type { EntityEvent } from '../../../domain/entity/events.ts';
import { workspace } from '../../../domain/workspace/workspace.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';

const workspaces = suite('a workspace');
workspaces('is created once', () => {
  const created = { type: 'WorkspaceCreated', data: { id: 'pots', name: 'Pots' } } as const;
  given(workspace).when({ type: 'CreateWorkspace', id: 'pots', name: 'Pots' }).then(created);
  given(workspace, created).when({ type: 'CreateWorkspace', id: 'pots', name: 'Other' }).thenNothing();
});
workspaces('has an id that a stream can carry', () =>
  given(workspace).when({ type: 'CreateWorkspace', id: 'a~b', name: 'Pots' }).thenRefused('invalid', 'invalid_id'),
);

const entities = suite('an entity');
const created: EntityEvent = { type: 'EntityCreated', data: { id: 'kiln', name: 'Kiln' } };
entities('is created once', () => {
  given(entity).when({ type: 'CreateEntity', id: 'kiln', name: 'Kiln' }).then(created);
  given(entity, created).when({ type: 'CreateEntity', id: 'kiln', name: 'Oven' }).thenNothing();
});
entities('is renamed when the name is another', () => {
  const name = { en: 'Kiln', de: 'Ofen' };
  given(entity, created)
    .when({ type: 'RenameEntity', name })
    .then({ type: 'EntityRenamed', data: { name, before: 'Kiln' } });
  given(entity, created).when({ type: 'RenameEntity', name: 'Kiln' }).thenNothing();
});
entities('is archived once', () => {
  const archived: EntityEvent = { type: 'EntityArchived', data: {} };
  given(entity, created).when({ type: 'ArchiveEntity' }).then(archived);
  given(entity, created, archived).when({ type: 'ArchiveEntity' }).thenNothing();
});
entities('must be there', () =>
  given(entity).when({ type: 'ArchiveEntity' }).thenRefused('not_found', 'entity_not_found'),
);
