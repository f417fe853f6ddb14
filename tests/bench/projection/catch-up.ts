/** One catching up from zero. */
import { openEmbeddedEventStore } from '../../../infra/eventstore/embedded/index.ts';
import { openEmbeddedReadModels } from '../../../infra/readmodels/embedded/index.ts';
import { allProjections } from '../../../projections/all.ts';
import { projectionKey } from '../../../projections/define.ts';
import { runProjector, type Progress, type ProjectorDeps } from '../../../workers/projector/index.ts';

const quiet = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };

/** Milliseconds from no rows to everything live. */
export const catchUpOver = async (
  stores: Pick<ProjectorDeps, 'events' | 'readModels'>,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<number> => {
  const ended = new AbortController();
  const filling = new Set(allProjections.map(projectionKey));
  const started = performance.now();
  await runProjector(
    { ...stores, projections: allProjections, clock: { now: () => Date.now() }, log: quiet },
    {
      signal: ended.signal,
      onProgress: (progress) => {
        onProgress(progress);
        if (progress.phase === 'live') filling.delete(progress.projection);
        if (filling.size === 0) ended.abort();
      },
    },
  );
  return performance.now() - started;
};

/** The same over embedded stores, from an empty file. */
export const catchUp = async (
  eventsFile: string,
  rowsFile: string,
  onProgress?: (progress: Progress) => void,
): Promise<number> => {
  const events = await openEmbeddedEventStore({ file: eventsFile, log: quiet });
  const readModels = await openEmbeddedReadModels({ file: rowsFile, log: quiet });
  try {
    return await catchUpOver({ events, readModels }, onProgress);
  } finally {
    await readModels.close();
    await events.close();
  }
};
