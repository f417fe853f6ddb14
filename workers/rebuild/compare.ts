/** Compares the rows of two generations, row by row, while both may advance. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { collectionsOf, type Projection } from '../../projections/define.ts';
import type { Collection, ReadModels, Row, RowsWithTombstones } from '../../projections/ports.ts';
import { iteratePages } from '../../projections/queries/iterate.ts';

/** A row that differs. `collection`: the name of the serving one. */
export type Difference = {
  readonly collection: string;
  readonly id: string;
  readonly kind: 'differs' | 'missing' | 'surplus';
};

export type Pair = { readonly served: Projection; readonly again: Projection };

const ROWS_PER_READ = 200;

/** Equal for rows with equal content, whatever the order of their fields. */
const checksum = (content: object): string => createHash('sha256').update(canonicalJson(content)).digest('base64');

type ContentOf = (row: Row) => object;

const kindOf = (served: Row | undefined, again: Row | undefined, contentOf: ContentOf): Difference['kind'] | null => {
  if (served === undefined) return again === undefined ? null : 'missing';
  if (again === undefined) return 'surplus';
  return checksum(contentOf(served)) === checksum(contentOf(again)) ? null : 'differs';
};

/** The position of a chosen row is that of the batch which changed it, and batches differ. */
const unpositioned: ContentOf = ({ position: _position, ...content }) => content;

const pairsOf = ({ served, again }: Pair) => {
  const chosen = new Set((served.chosen ?? []).map(({ collection }) => collection.name));
  const others = collectionsOf(again);
  return collectionsOf(served).flatMap((collection, n): readonly (readonly [Collection, Collection, ContentOf])[] => {
    const other = others[n];
    const contentOf: ContentOf = chosen.has(collection.name) ? unpositioned : (row) => row;
    return other === undefined ? [] : [[collection, other, contentOf]];
  });
};

const idsOf = (rows: readonly Row[]): readonly string[] => rows.map(({ id }) => id);

/** The differences may include rows that change during the comparison; see `stillDiffering`. */
export const compareAll = async (readModels: ReadModels, pair: Pair) => {
  const differences: Difference[] = [];
  let rows = 0;
  for (const [served, again, contentOf] of pairsOf(pair)) {
    const { name } = served;
    for await (const page of iteratePages(readModels, served, [])) {
      rows += page.length;
      const others = await readModels.load(again, idsOf(page));
      for (const row of page) {
        const kind = kindOf(row, others.get(row.id), contentOf);
        if (kind !== null) differences.push({ collection: name, id: row.id, kind });
      }
    }
    for await (const page of iteratePages(readModels, again, [])) {
      const others = await readModels.load(served, idsOf(page));
      for (const { id } of page) if (!others.has(id)) differences.push({ collection: name, id, kind: 'missing' });
    }
  }
  return { rows, differences };
};

/** A broken row is withheld in its last intact form, or entirely if it broke during a catch-up: readers see no difference. */
const isWithheld = ({ rows, tombstones }: RowsWithTombstones, id: string): boolean =>
  (rows.get(id) ?? tombstones.get(id))?.withheld === true;

export const stillDiffering = async (readModels: ReadModels, pair: Pair, differences: readonly Difference[]) => {
  const still: Difference[] = [];
  for (const [served, again, contentOf] of pairsOf(pair)) {
    const { name } = served;
    const own = differences.filter(({ collection }) => collection === name);
    for (let from = 0; from < own.length; from += ROWS_PER_READ) {
      const ids = own.slice(from, from + ROWS_PER_READ).map(({ id }) => id);
      const [left, right] = [await readModels.loadForFolding(served, ids), await readModels.loadForFolding(again, ids)];
      for (const id of ids) {
        if (isWithheld(left, id) && isWithheld(right, id)) continue;
        const kind = kindOf(left.rows.get(id), right.rows.get(id), contentOf);
        if (kind !== null) still.push({ collection: name, id, kind });
      }
    }
  }
  return still;
};
