/** Follows the log live: every batch is written immediately, and the counts that its rows affect are recounted. */
import type { Log } from '../../commands/ports.ts';
import type { Position } from '../../domain/event.ts';
import { RowRefused, type Change, type ReadModels, type Recount } from '../../projections/ports.ts';
import type { EventBatch, Weighed } from './batches.ts';
import { type Choices, choicesOf, chooseRows, type DerivedRows, deriveFrom, joined, recountsOf } from './derive.ts';
import type { CatchUpDeps } from './catch-up.ts';
import { foldBatch, type Folding } from './fold-batch.ts';
import { changeOf, shownOf } from './held-rows.ts';
import { poisonEvents, poisonRow, RowNotWritten, type Poison } from './poison.ts';

const logPoison = (log: Log, { projection, collection, event, error }: Poison): void => {
  // The row's id is recorded as poison but not logged: it might name a person.
  log.error(
    { projection, collection, eventId: event.id, eventType: event.type, position: event.position, err: error },
    'a row could not be folded or written and is withheld',
  );
};

/** The change that writes derived rows, except those that the store has refused: these are withheld. */
const derivedChange = ({ derived: { collection }, changed }: DerivedRows, refused: ReadonlySet<string>) => {
  const rows = changed.flatMap(({ row }) => (row === null ? [] : [row]));
  return {
    collection,
    replace: rows.filter(({ id }) => !refused.has(id)),
    remove: rows.flatMap(({ id, position }) => (refused.has(id) ? [{ id, position, withheld: true as const }] : [])),
  };
};

/** Withholds the rows that the store refuses: as they were before or, if refused again, entirely. */
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
    const held = rows?.pending().find((each) => each.id === id);
    if (rows === undefined || held === undefined || held.row === null) throw refused;
    const { last } = held;
    if (last === null) throw refused;
    held.row = held.isWithheld ? null : shownOf(rows.fold, held.stored, true);
    held.isWithheld = true;
    return { projection: folding.key, collection, rowId: id, event: last, error: new RowNotWritten(reason) };
  });

/** What is due once an event has been applied to all its rows. */
type Owed = { readonly recounts: readonly Recount[]; readonly choices: Choices };

const NOTHING_OWED: Owed = { recounts: [], choices: new Map() };

type Portion = { readonly rest: readonly Weighed[]; readonly owed: Owed };

const isSome = ({ replace, remove = [] }: Change): boolean => replace.length + remove.length > 0;

/** Writes rows, then what follows from them. Until all of it is written, the checkpoint stays, so an interrupted write is repeated. */
const write = async (
  readModels: ReadModels,
  folding: Folding,
  changes: readonly Change[],
  { recounts, choices }: Owed,
  { checkpoint, position }: { readonly checkpoint: Position; readonly position: Position },
): Promise<void> => {
  const commit = (some: readonly Change[], counts: readonly Recount[], at: Position): Promise<void> =>
    readModels.commit({
      projection: folding.key,
      changes: some.filter(isSome),
      recounts: counts,
      checkpoint: { position: at, phase: 'live', ...(at === position && { latest: folding.latest }) },
    });
  if (choices.size === 0) return commit(changes, recounts, position);
  await commit(changes, [], checkpoint);
  const chosen = await chooseRows(readModels, folding, choices, position);
  await commit(chosen.changes, [...recounts, ...chosen.recounts], position);
};

/** Writes as much of a batch as memory allows, and returns what is left. */
const followPortion = async (
  { readModels, clock, log }: CatchUpDeps,
  folding: Folding,
  { events, position: end }: EventBatch,
  checkpoint: Position,
  owed: Owed,
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
    // Computed before the rows are released, since it compares them with what is stored.
    const now: Owed = {
      recounts: [...owed.recounts, ...recountsOf(folding, folded, derived, checkpoint)],
      choices: joined(owed.choices, choicesOf(folding, folded, checkpoint)),
    };
    const isThrough = folded.rest.length === 0 || position > checkpoint;
    const changes: readonly Change[] = [
      // First, so that no row can be past a skipped event that is not recorded.
      { collection: poisonEvents, replace: poison.map((each) => poisonRow(each, clock.now())) },
      ...folding.rows.map((rows) => changeOf(rows.fold, rows.pending(), ({ row }) => row)),
      ...derived.map((each) => derivedChange(each, refusedDerived)),
    ];
    try {
      // Counts have the position that they are written with, which must have moved.
      await write(readModels, folding, changes, isThrough ? now : NOTHING_OWED, { checkpoint, position });
      for (const each of poison) logPoison(log, each);
      // Counts change only in the store, and another projector may write too, so no rows are kept.
      for (const rows of folding.rows) rows.forget();
      folding.position = position;
      return { rest: folded.rest, owed: isThrough ? NOTHING_OWED : now };
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      poison.push(...withholdRefused(folding, derived, refusedDerived, error));
    }
  }
};

/** Writes a batch if anything in it is new for this projection. Returns the position reached. */
export const followBatch = async (deps: CatchUpDeps, folding: Folding, batch: EventBatch): Promise<Position> => {
  if (batch.position <= folding.position) return folding.position;
  let left: Portion = { rest: batch.events, owed: NOTHING_OWED };
  do {
    const checkpoint = folding.position;
    left = await followPortion(deps, folding, { ...batch, events: left.rest }, checkpoint, left.owed);
  } while (left.rest.length > 0);
  return batch.position;
};
