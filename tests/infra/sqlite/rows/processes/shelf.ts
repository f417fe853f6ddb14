/** A collection whose rows all have the same number, so that half a commit would be visible. */
import type { Batch, Collection, ReadModels } from '../../../../../projections/ports.ts';

export const shelf = (name: string): Collection => ({
  name,
  indexes: [{ equal: ['says'], sort: 'place' }, { equal: ['tags'] }],
  arrays: ['tags'],
  search: true,
});

export const shelfBatch = (name: string, n: number, rows: number): Batch => ({
  projection: name,
  changes: [
    {
      collection: shelf(name),
      replace: Array.from({ length: rows }, (_, place) => ({
        id: `r${place}`,
        position: n,
        says: n,
        place,
        tags: [`t${n}`],
        terms: [`w${n}x`],
      })),
    },
  ],
  recounts: [],
  checkpoint: { position: n, phase: 'live' },
});

/** The numbers in the rows, without duplicates; read in one query. */
export const numbersIn = async (store: ReadModels, name: string): Promise<readonly unknown[]> => {
  const rows = await store.find(shelf(name), { where: { all: [] }, limit: 10_000 });
  return [...new Set(rows.map((row) => row['says']))];
};
