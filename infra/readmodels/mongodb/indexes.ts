/** The indexes that a collection declares, both directions of each sort, ties by ascending id. */
import type { IndexDescription } from 'mongodb';
import type { Collection } from '../../../projections/ports.ts';
import { fieldName } from './filter.ts';

const keysOf = ({ equal, sort }: Collection['indexes'][number]): readonly Readonly<Record<string, 1 | -1>>[] => {
  const pinned = Object.fromEntries(equal.map((field) => [fieldName(field), 1 as const]));
  if (sort === undefined || sort === 'id') return [{ ...pinned, _id: 1 }];
  return [
    { ...pinned, [sort]: 1, _id: 1 },
    { ...pinned, [sort]: -1, _id: 1 },
  ];
};

/** Named by what they hold, so that the same declaration is the same index. */
export const indexesOf = ({ indexes, search = false }: Collection): readonly IndexDescription[] => {
  const keys = [...indexes.flatMap(keysOf), ...(search ? [{ terms: 1 as const }] : [])].filter(
    (key) => Object.keys(key).join() !== '_id',
  );
  const named = keys.map((key) => ({
    key: { ...key },
    name: Object.entries(key)
      .map(([field, dir]) => `${field}${dir === 1 ? '+' : '-'}`)
      .join(' '),
  }));
  return [...new Map(named.map((index) => [index.name, index])).values()];
};
