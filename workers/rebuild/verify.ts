/** Verifies rows: builds them again from the log, and compares them with those that serve. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { collectionsOf, type Projection, projectionKey } from '../../projections/define.ts';
import { generationOf, servingGeneration } from '../../projections/generations.ts';
import type { Collection, ReadModels, Row, RowsWithTombstones } from '../../projections/ports.ts';
import { rowPages } from '../../projections/queries/listing.ts';
import { projectionState } from '../projector/lag.ts';
import { readControls } from './controls.ts';
import { acquireVerified, type RebuildDeps, type RebuildTarget } from './leases.ts';
import { countOfRows, type Listed, type RebuildProgress, untilLive } from './list.ts';
import { nextGeneration, openRegistry, registered } from './registry.ts';

/** A row that differs. `collection`: the name of the serving one. */
type Difference = {
  readonly collection: string;
  readonly id: string;
  readonly kind: 'differs' | 'missing' | 'surplus';
};

type Pair = { readonly served: Projection; readonly again: Projection };

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

/** Compares all rows while both may advance. The differences may include rows that change during the comparison; see `stillDiffering`. */
const compareAll = async (readModels: ReadModels, pair: Pair) => {
  const differences: Difference[] = [];
  let rows = 0;
  for (const [served, again, contentOf] of pairsOf(pair)) {
    const { name } = served;
    for await (const page of rowPages(readModels, { collection: served, where: { all: [] } })) {
      rows += page.length;
      const others = await readModels.load(again, idsOf(page));
      for (const row of page) {
        const kind = kindOf(row, others.get(row.id), contentOf);
        if (kind !== null) differences.push({ collection: name, id: row.id, kind });
      }
    }
    for await (const page of rowPages(readModels, { collection: again, where: { all: [] } })) {
      const others = await readModels.load(served, idsOf(page));
      for (const { id } of page) if (!others.has(id)) differences.push({ collection: name, id, kind: 'missing' });
    }
  }
  return { rows, differences };
};

/** A broken row is withheld in its last intact form, or entirely if it broke during a catch-up: readers see no difference. */
const isWithheld = ({ rows, tombstones }: RowsWithTombstones, id: string): boolean =>
  (rows.get(id) ?? tombstones.get(id))?.withheld === true;

const stillDiffering = async (readModels: ReadModels, pair: Pair, differences: readonly Difference[]) => {
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

type VerifyDeps = Pick<RebuildDeps, 'events' | 'readModels' | 'state' | 'log' | 'holder'>;

export type Verified = Pick<Listed, 'name' | 'version' | 'generation' | 'rows'> & {
  readonly differences: readonly Difference[];
};

const POLL_MS = 50;
/** How long it waits for a moment when both generations are at the same position. */
const PATIENCE_MS = 60_000;
/** Rows may be written just before their checkpoint, so a difference must show at this many such moments. */
const MOMENTS = 2;

/**
 * The position up to which both show the log, or null while one is ahead. One may be past the end of the log: it has seen last events
 * that were erased since, which a later reader never comes to.
 */
const commonPosition = async ({ events, readModels }: VerifyDeps, pair: Pair): Promise<Position | null> => {
  const { served, again } = pair;
  // Read first: later events can only move the two past it.
  const head = await events.head();
  const [one, other] = await Promise.all([projectionState(readModels, served), projectionState(readModels, again)]);
  if (one.phase !== 'live' || other.phase !== 'live') return null;
  if (one.position >= head && other.position >= head) return head;
  return one.position === other.position ? one.position : null;
};

const settled = async (deps: VerifyDeps, pair: Pair, signal: AbortSignal): Promise<Verified['differences']> => {
  const { readModels } = deps;
  let differences: readonly Difference[] = (await compareAll(readModels, pair)).differences;
  const deadline = performance.now() + PATIENCE_MS;
  for (let moments = 0; differences.length > 0 && moments < MOMENTS;) {
    signal.throwIfAborted();
    if (performance.now() > deadline)
      throw new Unavailable('read models', `${differences.length} rows change too fast to be compared`);
    await pause(POLL_MS, undefined, { signal });
    const before = await commonPosition(deps, pair);
    // Rows that have agreed once do not differ; a difference counts only if nothing moved in the meantime.
    differences = await stillDiffering(readModels, pair, differences);
    if (before !== null && before === (await commonPosition(deps, pair))) moments += 1;
  }
  return differences;
};

/** Whether its rows are still to be dropped. Those that a rebuild requested at the same moment has been given too will serve. */
const isLeft = async (readModels: ReadModels, { projection, generation }: RebuildTarget): Promise<boolean> => {
  const key = projectionKey(generationOf(projection, generation));
  const isRegistered = (await registered(readModels)).some((entry) => entry.key === key);
  return isRegistered && (await servingGeneration(readModels, projection)) < generation;
};

/** Throws `Refused` if it is paused, not live, or being verified already. A projector must be running, here or elsewhere. */
export const verifyProjection = async (
  deps: VerifyDeps,
  projection: Projection,
  watch: (rebuilds: readonly RebuildProgress[]) => void,
  signal: AbortSignal,
): Promise<Verified> => {
  const { readModels, state } = deps;
  const { name, version } = projection;
  const { paused, verified } = await readControls(state);
  if (paused.has(name)) throw new Refused('conflict', 'projection_paused', `${name} is paused: resume it first`);
  const generation = await servingGeneration(readModels, projection);
  const served = generationOf(projection, generation);
  if ((await projectionState(readModels, served)).phase !== 'live')
    throw new Refused(
      'conflict',
      'projection_not_live',
      `${name} does not serve yet: its rows are built while a projector is running`,
    );
  await openRegistry(readModels);
  const target = { projection, generation: await nextGeneration(readModels, projection) };
  const again = generationOf(projection, target.generation);
  const lease = verified.has(projectionKey(projection)) ? null : await acquireVerified(deps, target);
  if (lease === null)
    throw new Refused('conflict', 'already_verifying', `${name} is being verified by another process`);

  const ends = AbortSignal.any([signal, lease.lost]);
  const compare = async (): Promise<Verified> => {
    await untilLive(deps, [target], watch, ends);
    ends.throwIfAborted();
    const differences = await settled(deps, { served, again }, ends);
    return { name, version, generation, rows: await countOfRows(readModels, served), differences };
  };
  try {
    return await compare();
  } catch (error) {
    if (signal.aborted || !lease.lost.aborted) throw error;
    throw new Unavailable('state', 'the right to build rows for the comparison was lost', { cause: error });
  } finally {
    await lease.release();
    while (!signal.aborted && (await isLeft(readModels, target)))
      await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
};
