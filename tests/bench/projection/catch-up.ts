/** One catch-up from zero. */
import { openSqliteEventStore } from '../../../infra/sqlite/events/index.ts';
import { openSqliteReadModels } from '../../../infra/sqlite/rows/index.ts';
import { allProjections } from '../../../projections/all.ts';
import { projectionKey } from '../../../projections/define.ts';
import { type ProjectorDeps, runProjector } from '../../../workers/projector/index.ts';
import { closing } from '../../support/closing.ts';

const quiet = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };

/** Milliseconds from no rows to everything live. */
export const catchUpOver = async (stores: Pick<ProjectorDeps, 'events' | 'readModels'>): Promise<number> => {
  const ended = new AbortController();
  const filling = new Set(allProjections.map(projectionKey));
  const started = performance.now();
  await runProjector(
    {
      ...stores,
      projections: allProjections,
      clock: { now: () => Date.now() },
      log: quiet,
    },
    {
      signal: ended.signal,
      onProgress: ({ projection, phase }) => {
        if (phase === 'live') filling.delete(projection);
        if (filling.size === 0) ended.abort();
      },
    },
  );
  return performance.now() - started;
};

/** The same over embedded stores, from an empty file. */
export const catchUp = async (eventsFile: string, rowsFile: string): Promise<number> => {
  await using events = closing(await openSqliteEventStore({ file: eventsFile, log: quiet }));
  await using readModels = closing(await openSqliteReadModels({ file: rowsFile, log: quiet }));
  return await catchUpOver({ events, readModels });
};
