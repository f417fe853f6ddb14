/** Entities as the public catalogue names them: the same rows as a workspace's, behind the public checkpoint. */
import { entities } from '../catalogue/entities.ts';
import type { Collection } from '../ports.ts';

export const publicEntities: Collection = {
  ...entities,
  name: 'public_entities_v3',
  // Looked up by id alone.
  unasked: (['asc', 'desc'] as const).map((dir) => ({ equal: ['workspace', 'archived'], sort: 'entityId', dir })),
};
