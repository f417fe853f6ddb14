/** The declared indexes of a collection: one per sort direction, ties by ascending id. */
import type { Collection as Mongo, IndexDescription } from 'mongodb';
import type { Collection, Index } from '../../../projections/ports.ts';
import type { Deployment } from '../client/connection.ts';
import { explainedConflict, isMissing, unless } from '../client/failures.ts';
import { fieldName } from './filter.ts';
import type { RowDocument } from './rows.ts';

type Keys = Readonly<Record<string, 1 | -1>>;

/** The tie-breaker of a sort by the field, if ties are possible. */
export const tiesOf = ({ unique = [] }: Collection, field: string): Keys => (unique.includes(field) ? {} : { _id: 1 });

/** One index per direction, since reading an index backwards also reverses the ids. */
const keysOf = ({ equal, sort, dir, asked = dir }: Index, collection: Collection): readonly Keys[] => {
  const pinned = Object.fromEntries(equal.map((field) => [fieldName(field), 1 as const]));
  if (sort === undefined || sort === 'id') return [{ ...pinned, _id: 1 }];
  return ([1, -1] as const)
    .filter((way) => asked === undefined || (asked === 'asc') === (way === 1))
    .map((way) => ({ ...pinned, [sort]: way, ...tiesOf(collection, sort) }));
};

/** Groups terms by workspace, so that a search reads no entries of other workspaces. */
const termKeysOf = ({ search = false, searchedWithin }: Collection): readonly Keys[] => {
  if (!search) return [];
  return [searchedWithin === undefined ? { terms: 1 } : { [searchedWithin]: 1, terms: 1 }];
};

const nameOf = (key: object): string => Object.entries(key).flat().join('_');

/** Deduplicated, and named by their keys as MongoDB does, so that equal declarations are the same index. */
export const indexesOf = (collection: Collection): IndexDescription[] => {
  const declared: readonly Keys[] = [
    ...collection.indexes.flatMap((index) => keysOf(index, collection)),
    ...termKeysOf(collection),
  ];
  const named = new Map(declared.map((key) => [nameOf(key), key]));
  // Every collection has this index already.
  named.delete('_id_1');
  return [...named].map(([name, key]) => ({ name, key: { ...key } }));
};

/** Whether the index is named by its keys, as this program does: indexes created by others, and those of the id, are kept. */
const isOurs = ({ name, key }: IndexDescription): boolean => name === nameOf(key) && !name.startsWith('_id');

/**
 * Builds the declared indexes and drops those declared by earlier releases; idempotent. On a replica set a majority is
 * enough: by default MongoDB waits for every voting node, even one that is down.
 */
export const buildIndexes = async (
  rows: Mongo<RowDocument>,
  collection: Collection,
  deployment: Deployment,
): Promise<void> => {
  const declared = indexesOf(collection);
  const quorum = deployment === 'replica set' ? { commitQuorum: 'majority' } : {};
  if (declared.length > 0) await rows.createIndexes(declared, quorum).catch(explainedConflict(rows.collectionName));
  const names = new Set(declared.map(({ name }) => name));
  const present = (await rows.listIndexes().toArray()) as readonly IndexDescription[];
  for (const index of present)
    if (isOurs(index) && !names.has(index.name))
      // Another process may have dropped it meanwhile.
      await rows.dropIndex(index.name ?? '').catch(unless(isMissing));
};
