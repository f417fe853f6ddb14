/** Filling new collections in bulk: long runs are folded in memory, so that a row is written once or a few times. */
import type { Clock } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import type { Fold } from '../../projections/define.ts';
import type { ReadModels, Row } from '../../projections/ports.ts';
import type { EventBatch } from './batches.ts';
import { finished, foldBatch, type Folding } from './fold-batch.ts';
import { changeOf, type Held, type HeldRows } from './held-rows.ts';
import { isPassedOver, PoisonEvent, poisonEvents, poisonRow } from './poison.ts';
import { recountAll } from './recounts.ts';

export type FillingDeps = { readonly readModels: ReadModels; readonly clock: Clock };

/** Rows a commit: some tens of milliseconds of writing, so that nothing else in the process waits long. */
const ROWS_A_COMMIT = 2_000;

const slices = function* (folding: Folding): Generator<{ rows: HeldRows; dirty: readonly Held[] }> {
  for (const rows of folding.rows)
    for (let from = 0; from < rows.dirty.length; from += ROWS_A_COMMIT)
      yield { rows, dirty: rows.dirty.slice(from, from + ROWS_A_COMMIT) };
};

const finishedOf = ({ key }: Folding, fold: Fold, { id, row, position }: Held): Row | null => {
  try {
    return row === null ? null : finished(fold, row);
  } catch (error) {
    throw new PoisonEvent(
      key,
      `row ${id} of ${fold.collection.name}, as position ${position} left it, cannot be finished`,
      error,
    );
  }
};

/**
 * Writes what has gathered. Only the last commit moves the checkpoint; rows that an interrupted flush has written stand
 * further than it, and are passed over when their events come again. Throws `Unavailable` if another projector is at it.
 */
export const flush = async (
  { readModels, clock }: FillingDeps,
  folding: Folding,
  checkpoint: Position,
): Promise<void> => {
  const { key, position, skipped } = folding;
  // First, so that no row can be past an event whose skipping is not on record.
  if (skipped.length > 0)
    await readModels.commit({
      projection: key,
      changes: [{ collection: poisonEvents, replace: skipped.map((each) => poisonRow(each, clock.now())) }],
      recounts: [],
      checkpoint: { position: checkpoint, phase: 'filling' },
    });
  folding.skipped = [];
  for (const { rows, dirty } of slices(folding))
    await readModels.commit({
      projection: key,
      changes: [changeOf(rows.fold.collection, dirty, (held) => finishedOf(folding, rows.fold, held))],
      recounts: [],
      checkpoint: { position: checkpoint, phase: 'filling' },
    });
  for (const rows of folding.rows) rows.written();
  // What is behind the checkpoint is not written: if another projector has moved it, this one must begin again from there.
  const present = (await readModels.checkpoint(key))?.position ?? checkpoint;
  if (present > checkpoint) throw new Unavailable('read models', `another projector is filling ${key}`);
  await readModels.commit({
    projection: key,
    changes: [],
    recounts: [],
    checkpoint: { position, phase: 'filling' },
  });
};

/** What the batch adds to memory, bytes. Throws `PoisonEvent`, but for events that may be skipped. */
export const fillBatch = async (folding: Folding, { events, position }: EventBatch): Promise<number> => {
  const { finishesEach, skips } = folding.care;
  const { poison, weight } = await foldBatch(folding, events, { finish: finishesEach });
  const fatal = poison.find((each) => !isPassedOver(each) && !skips.has(each.event.id));
  if (fatal !== undefined) throw PoisonEvent.of(fatal);
  folding.skipped = [...folding.skipped, ...poison];
  folding.position = Math.max(folding.position, position);
  return weight;
};

/** Ends the filling: everything is indexed and counted, and only then does the projection answer queries. */
export const finishFilling = async (readModels: ReadModels, folding: Folding): Promise<void> => {
  const { key, position, projection } = folding;
  for (const { collection } of projection.folds) await readModels.index(collection);
  await readModels.commit({
    projection: key,
    changes: [],
    recounts: recountAll(folding),
    checkpoint: { position, phase: 'live' },
  });
};
