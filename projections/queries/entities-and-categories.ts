/** Entities and categories, which are read the same way: an id and a name. */
import { categories, type CategoryRow } from '../categories.ts';
import { entities, type EntityRow } from '../catalogue/entities.ts';
import { people, type PersonRow } from '../catalogue/people.ts';
import { rowId } from '../ids.ts';
import { having, type Collection, type ReadModels } from '../ports.ts';
import type { Listing } from './listing.ts';

export type Archived = 'active' | 'archived' | 'all';

type NamedRow = Pick<EntityRow, 'name' | 'archived' | 'createdAt' | 'revision'> & {
  readonly entityId?: string;
  readonly categoryId?: string;
};

export type NamedCollection = {
  readonly collection: Collection<NamedRow, string>;
  readonly sort: 'entityId' | 'categoryId';
  /** The field of people that holds its id. */
  readonly heldBy: 'entityId' | 'categoryIds';
};
export const ENTITIES: NamedCollection = {
  collection: entities,
  sort: 'entityId' satisfies keyof EntityRow,
  heldBy: 'entityId' satisfies keyof PersonRow,
};
export const CATEGORIES: NamedCollection = {
  collection: categories,
  sort: 'categoryId' satisfies keyof CategoryRow,
  heldBy: 'categoryIds' satisfies keyof PersonRow,
};

type Counts = ReadonlyMap<string | number | boolean, number>;

const namedOf = ({ entityId, categoryId, name, archived, createdAt, revision }: NamedRow, counts: Counts) => {
  const id = entityId ?? categoryId ?? '';
  // Counts people who are not archived and belong to it now.
  const people_count = counts.get(id) ?? 0;
  return { body: { id, name, archived, created_at: createdAt, people_count }, revision };
};
export type Named = ReturnType<typeof namedOf>;
export type NamedItem = Named['body'];

const peopleIn = (readModels: ReadModels, { heldBy }: NamedCollection, workspace: string): Promise<Counts> =>
  readModels.groupCounts(people, { all: having({ workspace, archived: false }) }, heldBy);

export const namedIn = (named: NamedCollection, workspace: string, status: Archived): Listing<NamedItem, NamedRow> => ({
  collection: named.collection,
  where: { all: having({ workspace, archived: status === 'all' ? null : status === 'archived' }) },
  sort: { field: named.sort, dir: 'asc' },
  items: async (rows, readModels) => {
    const counts = await peopleIn(readModels, named, workspace);
    return rows.map((row) => namedOf(row, counts).body);
  },
});

export const namedById = async (
  readModels: ReadModels,
  named: NamedCollection,
  workspace: string,
  id: string,
): Promise<Named | null> => {
  const row = await readModels.get(named.collection, rowId(workspace, id));
  return row === null ? null : namedOf(row, await peopleIn(readModels, named, workspace));
};
