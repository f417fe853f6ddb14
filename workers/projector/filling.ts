/** Filling new collections in bulk: long runs are folded in memory, so that a row is written once or a few times. */
import PQueue from 'p-queue';
import type { Clock } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import type { Fold } from '../../projections/define.ts';
import type { ReadModels, Row } from '../../projections/ports.ts';
import type { EventBatch } from './batches.ts';
import { finished, foldBatch, type Folding } from './fold-batch.ts';
import { changeOf, type Dirty } from './held-rows.ts';
import { isPassedOver, PoisonEvent, poisonEvents, poisonRow, type Poison } from './poison.ts';
import { recountAll } from './recounts.ts';

export type FillingDeps = { readonly readModels: ReadModels; readonly clock: Clock };

/** Rows a commit: some milliseconds of writing, so that nothing else waits long for its turn. */
const ROWS_A_COMMIT = 200;
/** Commits that have been made ready and not answered yet: while one is written, the next are made. */
const COMMITS_AT_ONCE = 4;

/** What a projection has gathered by some position, to be written while it gathers more. */
export type Gathered = {
  readonly key: string;
  readonly position: Position;
  readonly skipped: readonly Poison[];
  readonly rows: readonly { readonly fold: Fold; readonly dirty: readonly Dirty[] }[];
};

/** Takes what has gathered; what was not touched since the last time is let go of. */
export const gather = (folding: Folding): Gathered => {
  const { key, position, skipped } = folding;
  const rows = folding.rows.map((held) => ({ fold: held.fold, dirty: held.take() }));
  folding.skipped = [];
  for (const held of folding.rows) held.age();
  return { key, position, skipped, rows };
};

const slices = function* ({ rows }: Gathered): Generator<{ fold: Fold; dirty: readonly Dirty[] }> {
  for (const { fold, dirty } of rows)
    for (let from = 0; from < dirty.length; from += ROWS_A_COMMIT)
      yield { fold, dirty: dirty.slice(from, from + ROWS_A_COMMIT) };
};

const finishedOf = ({ key }: Gathered, fold: Fold, { id, row, position }: Dirty): Row | null => {
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

/** Ends with the first commit that fails, when none is under way any more. */
const writeSlices = async (readModels: ReadModels, gathered: Gathered, checkpoint: Position): Promise<void> => {
  const queue = new PQueue({ concurrency: COMMITS_AT_ONCE });
  const commits: Promise<void>[] = [];
  let isFailed = false;
  for (const { fold, dirty } of slices(gathered)) {
    await queue.onSizeLessThan(1);
    if (isFailed) break;
    const commit = queue.add(() =>
      readModels.commit({
        projection: gathered.key,
        changes: [changeOf(fold.collection, dirty, (each) => finishedOf(gathered, fold, each))],
        recounts: [],
        checkpoint: { position: checkpoint, phase: 'filling' },
      }),
    );
    commit.catch(() => (isFailed = true));
    commits.push(commit);
  }
  await queue.onIdle();
  await Promise.all(commits);
};

/**
 * Writes what was gathered. Only the last commit moves the checkpoint; rows that an interrupted flush has written stand
 * further than it, and are passed over when their events come again. Throws `Unavailable` if another projector is at it.
 */
export const flush = async (
  { readModels, clock }: FillingDeps,
  gathered: Gathered,
  checkpoint: Position,
): Promise<void> => {
  const { key, position, skipped } = gathered;
  // First, so that no row can be past an event whose skipping is not on record.
  if (skipped.length > 0)
    await readModels.commit({
      projection: key,
      changes: [{ collection: poisonEvents, replace: skipped.map((each) => poisonRow(each, clock.now())) }],
      recounts: [],
      checkpoint: { position: checkpoint, phase: 'filling' },
    });
  await writeSlices(readModels, gathered, checkpoint);
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

/** A portion of a batch that has been folded: what it adds to memory, bytes, and what is to be folded next. */
export type Portion = { readonly weight: number; readonly rest: EventBatch | null };

/** Throws `PoisonEvent`, but for events that may be skipped. */
export const fillBatch = async (folding: Folding, { events, ...end }: EventBatch): Promise<Portion> => {
  const { finishesEach, skips } = folding.care;
  const { poison, weight, rest } = await foldBatch(folding, events, { finish: finishesEach });
  const fatal = poison.find((each) => !isPassedOver(each) && !skips.has(each.event.id));
  if (fatal !== undefined) throw PoisonEvent.of(fatal);
  folding.skipped = [...folding.skipped, ...poison];
  if (rest.length > 0) return { weight, rest: { ...end, events: rest } };
  folding.position = Math.max(folding.position, end.position);
  return { weight, rest: null };
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
