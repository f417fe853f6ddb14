/** Following the log: every batch is written at once, and what its rows are counted by is counted again. */
import type { Log } from '../../commands/ports.ts';
import type { Position } from '../../domain/event.ts';
import { RowRefused, type Change, type Recount } from '../../projections/ports.ts';
import type { EventBatch, Weighed } from './batches.ts';
import { deriveFrom, type DerivedRows } from './derive.ts';
import type { CatchUpDeps } from './catch-up.ts';
import { foldBatch, type Folding } from './fold-batch.ts';
import { changeOf, shownOf } from './held-rows.ts';
import { isPassedOver, poisonEvents, poisonRow, RowNotWritten, type Poison } from './poison.ts';
import { recountsOf } from './recounts.ts';

const logPoison = (log: Log, poison: Poison): void => {
  const { projection, collection, event, error } = poison;
  const isPassed = isPassedOver(poison);
  // Where the row is found is on record; here its id might name a person.
  log[isPassed ? 'warn' : 'error'](
    { projection, collection, eventId: event.id, eventType: event.type, position: event.position, err: error },
    isPassed ? 'events of a later release were passed over' : 'a row cannot take an event and is withheld',
  );
};

/** What is written of a derived row: nothing of those that the store has refused. */
const derivedChange = (
  { derived: { collection }, changed, set }: DerivedRows,
  refused: ReadonlySet<string>,
): Change => {
  const rows = changed.flatMap(({ row }) => (row === null ? [] : [row]));
  return {
    collection,
    replace: rows.filter(({ id }) => !refused.has(id)),
    set,
    remove: rows.flatMap(({ id, position }) => (refused.has(id) ? [{ id, position, withheld: true as const }] : [])),
  };
};

/** Withholds the rows that the store does not take, as they were before or, refused again, altogether. */
const withholdRefused = (
  folding: Folding,
  derived: readonly DerivedRows[],
  refusedDerived: Set<string>,
  refused: RowRefused,
): readonly Poison[] =>
  refused.rows.map(({ collection, id, reason }) => {
    const from = derived.find((each) => each.derived.collection.name === collection);
    const derivedLast = from?.changed.find(({ row }) => row?.id === id)?.last ?? null;
    if (derivedLast !== null && !refusedDerived.has(id)) {
      refusedDerived.add(id);
      return { projection: folding.key, collection, rowId: id, event: derivedLast, error: new RowNotWritten(reason) };
    }
    const rows = folding.rows.find(({ fold }) => fold.collection.name === collection);
    const dirty = rows?.pending().find((each) => each.id === id);
    if (rows === undefined || dirty?.last === null || dirty === undefined || dirty.row === null) throw refused;
    // Numbers in place of numbers make no row too large.
    if (dirty.held.isBrief) throw refused;
    const { held, last } = dirty;
    held.row = held.isWithheld ? null : shownOf(rows.fold, held.stored, true);
    held.isWithheld = true;
    return { projection: folding.key, collection, rowId: id, event: last, error: new RowNotWritten(reason) };
  });

type Portion = {
  readonly rest: readonly Weighed[];
  /** What is to be counted when an event has gone through all of its rows. */
  readonly owed: readonly Recount[];
};

/** Writes as much of a batch as memory allows. What is left of it. */
const followPortion = async (
  { readModels, clock, log, release }: CatchUpDeps,
  folding: Folding,
  { events, position: end }: EventBatch,
  checkpoint: Position,
  owed: readonly Recount[],
): Promise<Portion> => {
  const folded = await foldBatch(folding, events, { finish: true });
  const position = folded.rest.length > 0 ? folding.position : end;
  const poison = [...folded.poison];
  const derivations = await Promise.all(
    (folding.projection.derived ?? []).map((each) => deriveFrom(readModels, each, folded)),
  );
  const refusedDerived = new Set<string>();
  for (;;) {
    const derived = derivations.map((derive) => derive());
    // Before the rows count as written: it compares them with what is stored.
    const recounts = [...owed, ...recountsOf(folding, folded, derived, checkpoint)];
    const isThrough = folded.rest.length === 0 || position > checkpoint;
    try {
      await readModels.commit({
        projection: folding.key,
        changes: [
          // First, so that no row can be past an event whose skipping is not on record.
          ...(poison.length > 0
            ? [{ collection: poisonEvents, replace: poison.map((each) => poisonRow(each, clock.now(), release)) }]
            : []),
          ...[
            ...folding.rows.map((rows) => changeOf(rows.fold, rows.pending(), ({ row }) => row)),
            ...derived.map((each) => derivedChange(each, refusedDerived)),
          ].filter(({ replace, set = [], remove = [] }) => replace.length + set.length + remove.length > 0),
        ],
        // A count is of the position that it is written with, which must have moved.
        recounts: isThrough ? recounts : [],
        checkpoint: { position, phase: 'live' },
      });
      for (const each of poison) logPoison(log, each);
      for (const rows of folding.rows) {
        rows.settle();
        // Counts change in the store behind what is held, and another projector may write too: nothing is kept.
        rows.age();
        rows.age();
      }
      folding.position = position;
      return { rest: folded.rest, owed: isThrough ? [] : recounts };
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      poison.push(...withholdRefused(folding, derived, refusedDerived, error));
    }
  }
};

/** Writes a batch, if there is anything new in it for this projection. The position reached. */
export const followBatch = async (deps: CatchUpDeps, folding: Folding, batch: EventBatch): Promise<Position> => {
  if (batch.position <= folding.position) return folding.position;
  let left: Portion = { rest: batch.events, owed: [] };
  do {
    const checkpoint = folding.position;
    left = await followPortion(deps, folding, { ...batch, events: left.rest }, checkpoint, left.owed);
  } while (left.rest.length > 0);
  return batch.position;
};
