/** The indexes that a collection declares: one for each direction of a sort, ties by ascending id. */
import type { Collection as Mongo, IndexDescription } from 'mongodb';
import type { Collection, Index } from '../../../projections/ports.ts';
import type { Deployment } from '../client/connection.ts';
import { isMissing, unless } from '../client/failures.ts';
import { fieldName } from './filter.ts';
import type { RowDocument } from './rows.ts';

type Keys = Readonly<Record<string, 1 | -1>>;

/** What breaks a tie between rows that are sorted by the field, where there may be one. */
export const tiesOf = ({ unique = [] }: Collection, field: string): Keys => (unique.includes(field) ? {} : { _id: 1 });

/** An index can be read backwards, but then the ids come backwards too: so each direction has its own. */
const keysOf = ({ equal, sort, dir }: Index, collection: Collection): readonly Keys[] => {
  const pinned = Object.fromEntries(equal.map((field) => [fieldName(field), 1 as const]));
  if (sort === undefined || sort === 'id') return [{ ...pinned, _id: 1 }];
  return ([1, -1] as const)
    .filter((way) => dir === undefined || (dir === 'asc') === (way === 1))
    .map((way) => ({ ...pinned, [sort]: way, ...tiesOf(collection, sort) }));
};

/** Terms of one workspace lie together, so that a search reads nothing of the others. */
const termKeysOf = ({ search = false, searchedWithin }: Collection): readonly Keys[] => {
  if (!search) return [];
  return [searchedWithin === undefined ? { terms: 1 } : { [searchedWithin]: 1, terms: 1 }];
};

const nameOf = (key: object): string => Object.entries(key).flat().join('_');

/** Each once, named by its keys as MongoDB does it, so that the same declaration is the same index. */
export const indexesOf = (collection: Collection): IndexDescription[] => {
  const declared: readonly Keys[] = [
    ...collection.indexes.flatMap((index) => keysOf(index, collection)),
    ...termKeysOf(collection),
  ];
  const named = new Map(declared.map((key) => [nameOf(key), key]));
  // Every collection has that one.
  named.delete('_id_1');
  for (const index of collection.unasked ?? []) for (const key of keysOf(index, collection)) named.delete(nameOf(key));
  return [...named].map(([name, key]) => ({ name, key: { ...key } }));
};

/** Named by its keys, as this program does; one that somebody else made and named stays, and so do those of the id. */
const isOurs = ({ name, key }: IndexDescription): boolean => name === nameOf(key) && !name.startsWith('_id');

/**
 * Builds what is declared, and drops what an earlier release had declared; may be done again. On a replica set a majority
 * is enough: by default MongoDB waits for every node that votes, one that is down too.
 */
export const buildIndexes = async (
  rows: Mongo<RowDocument>,
  collection: Collection,
  deployment: Deployment,
): Promise<void> => {
  const declared = indexesOf(collection);
  const quorum = deployment === 'replica set' ? { commitQuorum: 'majority' } : {};
  if (declared.length > 0) await rows.createIndexes(declared, quorum);
  const names = new Set(declared.map(({ name }) => name));
  const present = (await rows.listIndexes().toArray()) as readonly IndexDescription[];
  for (const index of present)
    if (isOurs(index) && !names.has(index.name))
      // Another process may have dropped it meanwhile.
      await rows.dropIndex(index.name ?? '').catch(unless(isMissing));
};
