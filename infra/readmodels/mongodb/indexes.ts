/** The indexes that a collection declares: one for each direction of a sort, ties by ascending id. */
import type { IndexDescription } from 'mongodb';
import type { Collection, Index } from '../../../projections/ports.ts';
import { fieldName } from './filter.ts';

type Keys = Readonly<Record<string, 1 | -1>>;

/** An index can be read backwards, but then the ids come backwards too: so each direction has its own. */
const keysOf = ({ equal, sort, dir }: Index): readonly Keys[] => {
  const pinned = Object.fromEntries(equal.map((field) => [fieldName(field), 1 as const]));
  if (sort === undefined || sort === 'id') return [{ ...pinned, _id: 1 }];
  return ([1, -1] as const)
    .filter((way) => dir === undefined || (dir === 'asc') === (way === 1))
    .map((way) => ({ ...pinned, [sort]: way, _id: 1 }));
};

/** Each once, named by its keys as MongoDB does it, so that the same declaration is the same index. */
export const indexesOf = ({ indexes, search = false }: Collection): IndexDescription[] => {
  const declared: readonly Keys[] = [...indexes.flatMap(keysOf), ...(search ? [{ terms: 1 as const }] : [])];
  const named = new Map(declared.map((key) => [Object.entries(key).flat().join('_'), key]));
  // Every collection has that one.
  named.delete('_id_1');
  return [...named].map(([name, key]) => ({ name, key: { ...key } }));
};
