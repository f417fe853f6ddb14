/** Catches up with the log in new collections: writes what has been folded in memory, and finishes with indexes and counts. */
import PQueue from 'p-queue';
import type { Clock, Log } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import { moveCheckpoint } from '../../projections/checkpoint.ts';
import type { Derived, Fold } from '../../projections/define.ts';
import { RowRefused, type Change, type ReadModels, type Row } from '../../projections/ports.ts';
import type { EventBatch } from './batches.ts';
import { allChoices, chooseRows, deriveAll, recountAll } from './derive.ts';
import { finished, foldBatch, type Folding } from './fold-batch.ts';
import { changeOf, type HeldRow, shownOf } from './held-rows.ts';
import { poisonEvents, poisonRow, refuseNewPoison, RowNotWritten, type Poison } from './poison.ts';

export type CatchUpDeps = {
  readonly readModels: ReadModels;
  readonly clock: Clock;
  readonly log: Log;
};

/** Rows per commit: a few milliseconds of writing, so that nothing else waits long. */
const ROWS_A_COMMIT = 200;
/** Commits prepared but not yet confirmed: while one is written, the next are prepared. */
const CONCURRENT_COMMITS = 4;

type Slice = { readonly fold: Fold; readonly dirty: readonly HeldRow[] };

/** What a projection has gathered up to a position. */
export type Gathered = Pick<Folding, 'position' | 'latest' | 'skipped'> & {
  readonly folding: Folding;
  readonly rows: readonly Slice[];
};

/** Takes what has been gathered, and releases its rows. */
export const gather = (folding: Folding): Gathered => {
  const { position, latest, skipped } = folding;
  const rows = folding.rows.map((held) => ({ fold: held.fold, dirty: held.pending() }));
  folding.skipped = [];
  for (const held of folding.rows) held.forget();
  return { folding, position, latest, skipped, rows };
};

const slices = function* ({ rows }: Gathered): Generator<Slice> {
  for (const { fold, dirty } of rows)
    for (let from = 0; from < dirty.length; from += ROWS_A_COMMIT)
      yield { fold, dirty: dirty.slice(from, from + ROWS_A_COMMIT) };
};

const poisonIn = (key: string, { fold }: Slice, { id, last }: HeldRow, error: unknown): readonly Poison[] =>
  last === null ? [] : [{ projection: key, collection: fold.collection.name, rowId: id, event: last, error }];

/** Leaves the checkpoint where it is. */
const commit = (readModels: ReadModels, { key, checkpoint }: Folding, change: Change): Promise<void> =>
  readModels.commit({
    projection: key,
    changes: [change],
    recounts: [],
    checkpoint: { position: checkpoint, phase: 'filling' },
  });

const record = async (
  { readModels, clock }: CatchUpDeps,
  folding: Folding,
  poison: readonly Poison[],
): Promise<void> => {
  if (poison.length === 0) return;
  const replace = poison.map((each) => poisonRow(each, clock.now()));
  await commit(readModels, folding, { collection: poisonEvents, replace });
};

/** Writes some rows. Those that cannot be finished or written are withheld, and recorded first. */
const writeSlice = async (deps: CatchUpDeps, folding: Folding, slice: Slice): Promise<void> => {
  const { fold, dirty } = slice;
  const { name } = fold.collection;
  const refused = new Set<string>();
  const withhold = (each: HeldRow): void => {
    refused.add(each.id);
    each.isWithheld = true;
  };
  const unfinished: Poison[] = [];
  const shown = new Map<string, Row | null>();
  for (const each of dirty)
    try {
      shown.set(each.id, shownOf(fold, each.row === null ? null : finished(fold, each.row), each.isWithheld));
    } catch (error) {
      withhold(each);
      unfinished.push(...poisonIn(folding.key, slice, each, error));
    }
  await record(deps, folding, unfinished);
  for (;;)
    try {
      const change = changeOf(fold, dirty, ({ id }) => (refused.has(id) ? null : (shown.get(id) ?? null)));
      return await commit(deps.readModels, folding, change);
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      const why = new Map(
        error.rows.filter(({ collection }) => collection === name).map((row) => [row.id, row.reason]),
      );
      const broken = dirty.filter(({ id }) => why.has(id) && !refused.has(id));
      if (broken.length === 0) throw error;
      broken.forEach(withhold);
      const poison = broken.flatMap((each) => poisonIn(folding.key, slice, each, new RowNotWritten(why.get(each.id))));
      await record(deps, folding, poison);
    }
};

/** Starts no further commits after one has failed, and throws once none is running. */
const writeSlices = async (deps: CatchUpDeps, gathered: Gathered): Promise<void> => {
  const queue = new PQueue({ concurrency: CONCURRENT_COMMITS });
  const commits: Promise<void>[] = [];
  let isFailed = false;
  for (const slice of slices(gathered)) {
    await queue.onSizeLessThan(1);
    if (isFailed) break;
    const commit = queue.add(() => writeSlice(deps, gathered.folding, slice));
    commit.catch(() => (isFailed = true));
    commits.push(commit);
  }
  await queue.onIdle();
  await Promise.all(commits);
};

/** Writes what was gathered. Rows of an interrupted catch-up are ahead of the checkpoint and skip their events on replay. */
export const flush = async (deps: CatchUpDeps, gathered: Gathered): Promise<void> => {
  // First, so that no row can be past a skipped event that is not recorded.
  await record(deps, gathered.folding, gathered.skipped);
  await writeSlices(deps, gathered);
};

/** Moves the checkpoint past what was written. Throws `Unavailable` if another projector is catching up the same rows. */
export const advance = async ({ readModels }: CatchUpDeps, { folding, position, latest }: Gathered) => {
  const { key, checkpoint } = folding;
  // Writes behind the checkpoint have no effect: if another projector has moved it, this one must restart from there.
  const present = (await readModels.checkpoint(key))?.position ?? checkpoint;
  if (present > checkpoint) throw new Unavailable('read models', `another projector is catching up ${key}`);
  await moveCheckpoint(readModels, key, { position, phase: 'filling', latest });
  folding.checkpoint = position;
  return { projection: key, position, phase: 'filling' } as const;
};

/** A portion of a batch that has been folded: the bytes it adds to memory, and what to fold next. */
export type Portion = { readonly weight: number; readonly rest: EventBatch | null };

export const catchUpBatch = async (folding: Folding, { events, ...end }: EventBatch): Promise<Portion> => {
  const { poison, weight, rest } = await foldBatch(folding, events, { finish: false });
  folding.skipped = [...folding.skipped, ...poison];
  if (rest.length > 0) return { weight, rest: { ...end, events: rest } };
  folding.position = Math.max(folding.position, end.position);
  return { weight, rest: null };
};

/** Writes derived rows once all their source rows are there. Restarted after an interruption, it leaves what it has written unchanged. */
const writeDerived = async ({ readModels, log }: CatchUpDeps, folding: Folding, derived: Derived) => {
  const { collection } = derived;
  const write = async (rows: readonly Row[]): Promise<void> => {
    const refused = new Set<string>();
    for (;;)
      try {
        const replace = rows.filter(({ id }) => !refused.has(id));
        const remove = rows.flatMap((row) =>
          refused.has(row.id) ? [{ id: row.id, position: row.position, withheld: true as const }] : [],
        );
        return await commit(readModels, folding, { collection, replace, remove });
      } catch (error) {
        if (!(error instanceof RowRefused)) throw error;
        const more = error.rows.filter((row) => row.collection === collection.name && !refused.has(row.id));
        if (more.length === 0) throw error;
        for (const { id } of more) refused.add(id);
        const where = { projection: folding.key, collection: collection.name, rows: more.length };
        log.error(where, 'derived rows cannot be written and are withheld');
      }
  };
  for await (const rows of deriveAll(readModels, derived)) if (rows.length > 0) await write(rows);
  await readModels.index(collection);
};

/** Indexes and counts before the projection answers queries. Throws `PoisonEvent` if it withholds rows that it may not. */
export const goLive = async (deps: CatchUpDeps, folding: Folding): Promise<void> => {
  const { readModels } = deps;
  const { key, position, latest, projection, allowed } = folding;
  await refuseNewPoison(readModels, key, allowed);
  for (const { collection } of projection.folds) await readModels.index(collection);
  for (const derived of projection.derived ?? []) await writeDerived(deps, folding, derived);
  for await (const choices of allChoices(readModels, folding))
    for (const change of (await chooseRows(readModels, folding, choices, position)).changes)
      await commit(readModels, folding, change);
  for (const { collection } of projection.chosen ?? []) await readModels.index(collection);
  await readModels.commit({
    projection: key,
    changes: [],
    recounts: recountAll(folding),
    checkpoint: { position, phase: 'live', latest },
  });
};
