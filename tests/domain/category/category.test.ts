import { category } from '../../../domain/category/category.ts';
import type { CategoryEvent } from '../../../domain/category/events.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';

const categories = suite('a category');
const created: CategoryEvent = { type: 'CategoryCreated', data: { id: 'emeriti', name: 'Emeriti' } };
const archived: CategoryEvent = { type: 'CategoryArchived', data: {} };
const unarchived: CategoryEvent = { type: 'CategoryUnarchived', data: {} };

categories('is created once; another cannot have its id', () => {
  const create = { type: 'CreateCategory', id: 'emeriti', name: 'Emeriti' } as const;
  given(category).when(create).then(created);
  given(category, created).when(create).thenNothing();
  given(category, created)
    .when({ ...create, name: 'Guests' })
    .thenRefused('conflict', 'category_exists');
  given(category)
    .when({ ...create, id: 'a~b' })
    .thenRefused('invalid', 'invalid_id');
});
categories('is renamed only to a different name', () => {
  given(category, created)
    .when({ type: 'RenameCategory', name: 'Retired' })
    .then({ type: 'CategoryRenamed', data: { name: 'Retired', before: 'Emeriti' } });
  given(category, created).when({ type: 'RenameCategory', name: 'Emeriti' }).thenNothing();
});
categories('is archived and restored, once each', () => {
  given(category, created).when({ type: 'ArchiveCategory' }).then(archived);
  given(category, created, archived).when({ type: 'ArchiveCategory' }).thenNothing();
  given(category, created, archived).when({ type: 'UnarchiveCategory' }).then(unarchived);
  given(category, created, archived, unarchived).when({ type: 'UnarchiveCategory' }).thenNothing();
});
categories('must exist', () =>
  given(category).when({ type: 'ArchiveCategory' }).thenRefused('not_found', 'category_not_found'),
);
