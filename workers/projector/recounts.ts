/** Finds the counts that a batch may have changed; each is recounted, never added to. */
import { isDeepStrictEqual } from 'node:util';
import type { Position } from '../../domain/event.ts';
import type { Counted } from '../../projections/define.ts';
import type { Recount, Row } from '../../projections/ports.ts';
import type { Folding, FoldedBatch } from './fold-batch.ts';
import type { RowChange, DerivedRows } from './derive.ts';
import type { HeldRow } from './held-rows.ts';

const elementsIn = (row: Row | null, field: string): readonly string[] =>
  (row?.[field] as readonly string[] | undefined) ?? [];

/** The elements that are in only one of the lists. */
const difference = (some: readonly string[], others: readonly string[]): readonly string[] => {
  // The lists are usually equal, and long.
  if (isDeepStrictEqual(some, others)) return [];
  const [left, right] = [new Set(some), new Set(others)];
  return [...some.filter((each) => !right.has(each)), ...others.filter((each) => !left.has(each))];
};

/**
 * The keys whose count the row may have changed. A row ahead of the checkpoint was written by an interrupted batch, perhaps before it
 * recounted, so every key the row ever held is recounted, as when a row starts or stops counting.
 */
const keysOf = ({ where, by, keys }: Counted, { stored, row }: RowChange, checkpoint: Position): readonly string[] => {
  const isCutOff = stored !== null && stored.position > checkpoint;
  if (isCutOff || where.some(({ field }) => !isDeepStrictEqual(stored?.[field], row?.[field])))
    return [stored, row].flatMap((each) => (each === null ? [] : keys(each)));
  return difference(elementsIn(stored, by), elementsIn(row, by));
};

const touchedOf = (folding: Folding, { touched }: FoldedBatch, collection: string): readonly HeldRow[] =>
  folding.rows
    .filter(({ fold }) => fold.collection.name === collection)
    .flatMap((rows) => [...(touched.get(rows) ?? [])]);

const changedOf = (derived: readonly DerivedRows[], collection: string): readonly RowChange[] =>
  derived.filter((each) => each.derived.collection.name === collection).flatMap(({ changed }) => changed);

/** Includes every replaced row that carries a count, since the fold has restored an old one. */
export const recountsOf = (
  folding: Folding,
  batch: FoldedBatch,
  derived: readonly DerivedRows[],
  checkpoint: Position,
): readonly Recount[] =>
  (folding.projection.counts ?? []).flatMap((counted) => {
    const { from, into } = counted;
    const changed = [...touchedOf(folding, batch, from.name), ...changedOf(derived, from.name)];
    const keys = new Set([
      ...changed.flatMap((each) => keysOf(counted, each, checkpoint)),
      ...touchedOf(folding, batch, into.name).map(({ id }) => id),
    ]);
    return keys.size === 0 ? [] : [{ ...counted, keys: [...keys] }];
  });

export const recountAll = ({ projection }: Folding): readonly Recount[] =>
  (projection.counts ?? []).map((counted) => ({ ...counted, keys: 'all' }));
