/** Catching up in parts: rows are assigned to parts by their ids, and each part has its own checkpoint until all have caught up. */
import { BEGINNING } from '../../domain/event.ts';
import { moveCheckpoint } from '../../projections/checkpoint.ts';
import { collectionsOf, type Projection, projectionKey } from '../../projections/define.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { type Folding, startFolding } from './fold-batch.ts';
import { idsOf } from './held-rows.ts';
import {
  batchesFor,
  type GroupOptions,
  openCatchUp,
  optionsOf,
  type ProjectorDeps,
  type ProjectorOptions,
  untilAvailable,
} from './index.ts';
import { projectionState } from './lag.ts';
import { poisonEvents } from './poison.ts';

/** `number`: from 1 to `of`. */
export type Part = { readonly number: number; readonly of: number };

/** FNV-1a, then the finalizer of MurmurHash3: the low bits of FNV alone depend on little more than the last characters. */
const hashOf = (id: string): number => {
  let hash = 0x811c9dc5;
  for (let n = 0; n < id.length; n += 1) hash = Math.imul(hash ^ id.charCodeAt(n), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** Each process calls this for every row that an event of the log touches, so a cryptographic hash would cost too much. */
export const isInPart =
  ({ number, of }: Part) =>
  (id: string): boolean =>
    hashOf(id) % of === number - 1;

/** The projection, limited to the rows of one part. */
const partOf = (projection: Projection, part: Part): Projection => {
  const isOurs = isInPart(part);
  return {
    ...projection,
    folds: projection.folds.map((fold) => ({ ...fold, ids: (event) => idsOf(fold, event).filter(isOurs) })),
  };
};

/** The name of a part's checkpoint; `key`: the projection's. */
export const partKey = (key: string, { number, of }: Part): string => `${key}/part${number}of${of}`;

export const partKeys = (key: string, of: number): readonly string[] =>
  Array.from({ length: of }, (_, n) => partKey(key, { number: n + 1, of }));

/** The position that all parts have reached; `BEGINNING` until each of them has started. */
const reachedByAll = async (readModels: Pick<ReadModels, 'checkpoint'>, key: string, of: number) => {
  const checkpoints = await Promise.all(partKeys(key, of).map((part) => readModels.checkpoint(part)));
  return Math.min(...checkpoints.map((checkpoint) => checkpoint?.position ?? BEGINNING));
};

const foldingsOf = async ({ readModels, projections }: ProjectorDeps, part: Part, { loading }: ProjectorOptions) => {
  const foldings: Folding[] = [];
  for (const projection of projections) {
    const { phase, position } = await projectionState(readModels, projection);
    if (phase === 'live') continue;
    const key = projectionKey(projection);
    // First, since rows without a checkpoint are not trusted.
    if (phase === 'absent') await moveCheckpoint(readModels, key, { position, phase: 'filling' });
    for (const collection of collectionsOf(projection)) await readModels.create(collection, 'later');
    const checkpointKey = partKey(key, part);
    const from = Math.max((await readModels.checkpoint(checkpointKey))?.position ?? BEGINNING, position);
    foldings.push(startFolding(partOf(projection, part), readModels, from, { loading, checkpointKey }));
  }
  return foldings;
};

const attempt = async (deps: ProjectorDeps, part: Part, options: GroupOptions & ProjectorOptions): Promise<void> => {
  const { readModels } = deps;
  await readModels.create(poisonEvents, 'now');
  const foldings = await foldingsOf(deps, part, options);
  if (foldings.length === 0) return;
  const catchUp = openCatchUp(deps, options);
  try {
    for await (const batch of batchesFor(deps, foldings, options)) {
      await catchUp.take(foldings, batch);
      if (batch.caughtUp) break;
    }
    await catchUp.written();
  } finally {
    await catchUp.settled();
  }
  if (options.signal.aborted) return;
  // The last part to finish records how far all have come; rows of other parts may be further and skip the events they have seen.
  for (const { key } of foldings) {
    const reached = await reachedByAll(readModels, key, part.of);
    if (reached > BEGINNING) await moveCheckpoint(readModels, key, { position: reached, phase: 'filling' });
  }
};

/**
 * Resolves when the part has caught up with the log or the signal aborts; a restart continues where it left off. Parts may run
 * concurrently, in any order, and alongside a projector. Once all parts of a projection have caught up, any projector finishes it.
 */
export const catchUpPart = (deps: ProjectorDeps, part: Part, options: ProjectorOptions): Promise<void> =>
  untilAvailable({ log: deps.log, ...options }, (progressed) => attempt(deps, part, optionsOf(options, progressed)));
