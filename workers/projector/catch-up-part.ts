/** One part of a catch-up: folds the rows assigned to it, and leaves indexes, counts and derived rows to the process that finishes. */
import { BEGINNING } from '../../domain/event.ts';
import { moveCheckpoint } from '../../projections/checkpoint.ts';
import { collectionsOf, projectionKey } from '../../projections/define.ts';
import { startFolding, type Folding } from './fold-batch.ts';
import { batchesFor, openCatchUp, type GroupOptions } from './group.ts';
import { partKey, partOf, reachedByAll, type Part } from './part.ts';
import { poisonEvents } from './poison.ts';
import { optionsOf, type ProjectorDeps, type ProjectorOptions } from './run.ts';
import { projectionState } from './state.ts';
import { untilAvailable } from './until-available.ts';

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
