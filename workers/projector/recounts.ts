/** Which counts a batch may have changed; each is recounted, never added to. */
import { isDeepStrictEqual } from 'node:util';
import type { Position } from '../../domain/event.ts';
import type { Counted } from '../../projections/define.ts';
import type { Recount, Row } from '../../projections/ports.ts';
import type { Folding, FoldedBatch } from './fold-batch.ts';
import type { Changed, DerivedRows } from './derive.ts';
import type { Held } from './held-rows.ts';

/** Whether a row may be counted otherwise than it was: it is new, or what is asked of it has changed. */
const countsOtherwise = ({ where, by }: Counted, before: Row | null, after: Row | null): boolean =>
  [by, ...where.map(({ field }) => field)].some((field) => !isDeepStrictEqual(before?.[field], after?.[field]));

const touchedOf = (folding: Folding, { touched }: FoldedBatch, collection: string): readonly Held[] =>
  folding.rows
    .filter(({ fold }) => fold.collection.name === collection)
    .flatMap((rows) => [...(touched.get(rows) ?? [])]);

const changedOf = (derived: readonly DerivedRows[], collection: string): readonly Changed[] =>
  derived.filter((each) => each.derived.collection.name === collection).flatMap(({ changed }) => changed);

/**
 * The counts that rows of a batch changed. A row that stands further than the checkpoint was written by a batch which
 * was cut off, perhaps before it counted: what it ever held is counted too. So is every row that carries a count and is
 * replaced, since the fold has put an old count back.
 */
export const recountsOf = (
  folding: Folding,
  batch: FoldedBatch,
  derived: readonly DerivedRows[],
  checkpoint: Position,
): readonly Recount[] =>
  (folding.projection.counts ?? []).flatMap((counted) => {
    const keys = new Set<string>();
    for (const { stored, row } of [
      ...touchedOf(folding, batch, counted.from.name),
      ...changedOf(derived, counted.from.name),
    ])
      if ((stored?.position ?? checkpoint) > checkpoint || countsOtherwise(counted, stored, row))
        for (const each of [stored, row]) if (each !== null) for (const key of counted.keys(each)) keys.add(key);
    for (const { id } of touchedOf(folding, batch, counted.into.name)) keys.add(id);
    return keys.size === 0 ? [] : [{ ...counted, keys: [...keys] }];
  });

export const recountAll = ({ projection }: Folding): readonly Recount[] =>
  (projection.counts ?? []).map((counted) => ({ ...counted, keys: 'all' }));
