import { entity, type EntityCommand } from '../../../domain/entity/entity.ts';
import type { EntityEvent } from '../../../domain/entity/events.ts';
import type { LocalizedText } from '../../../domain/localized-text.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';

const entities = suite('an entity');
const created: EntityEvent = { type: 'EntityCreated', data: { id: 'kiln', name: 'Kiln' } };
const archived: EntityEvent = { type: 'EntityArchived', data: {} };
const unarchived: EntityEvent = { type: 'EntityUnarchived', data: {} };
const create = (name: LocalizedText): EntityCommand => ({ type: 'CreateEntity', id: 'kiln', name });

entities('is created once; another cannot have its id', () => {
  given(entity).when(create('Kiln')).then(created);
  given(entity, created).when(create('Kiln')).thenNothing();
  given(entity, created).when(create('Oven')).thenRefused('conflict', 'entity_exists');
});
entities('is the same in whatever order its translations were sent', () => {
  const both: EntityEvent = { type: 'EntityCreated', data: { id: 'kiln', name: { en: 'Kiln', de: 'Ofen' } } };
  given(entity, both)
    .when(create({ de: 'Ofen', en: 'Kiln' }))
    .thenNothing();
});
entities('is ensured whatever its current name', () => {
  given(entity).when({ type: 'EnsureEntity', id: 'kiln', name: 'Kiln' }).then(created);
  given(entity, created).when({ type: 'EnsureEntity', id: 'kiln', name: 'Oven' }).thenNothing();
});
entities('is renamed only to a different name', () => {
  const name = { en: 'Kiln', de: 'Ofen' };
  given(entity, created)
    .when({ type: 'RenameEntity', name })
    .then({ type: 'EntityRenamed', data: { name, before: 'Kiln' } });
  given(entity, created).when({ type: 'RenameEntity', name: 'Kiln' }).thenNothing();
});
entities('is archived and restored, once each', () => {
  given(entity, created).when({ type: 'ArchiveEntity' }).then(archived);
  given(entity, created, archived).when({ type: 'ArchiveEntity' }).thenNothing();
  given(entity, created, archived).when({ type: 'UnarchiveEntity' }).then(unarchived);
  given(entity, created, archived, unarchived).when({ type: 'UnarchiveEntity' }).thenNothing();
});
entities('that every workspace has cannot be archived', () =>
  given(entity, { type: 'EntityCreated', data: { id: 'org', name: 'Organisation' } })
    .when({ type: 'ArchiveEntity' })
    .thenRefused('conflict', 'entity_needed'),
);
entities('must exist', () => {
  for (const type of ['ArchiveEntity', 'UnarchiveEntity'] as const)
    given(entity).when({ type }).thenRefused('not_found', 'entity_not_found');
  given(entity).when({ type: 'RenameEntity', name: 'Kiln' }).thenRefused('not_found', 'entity_not_found');
});
