/** One catching up from zero over embedded stores. */
import type * as Embedded from '../../../infra/readmodels/embedded/index.ts';
import { openEmbeddedEventStore } from '../../../infra/eventstore/embedded/index.ts';
import { allProjections } from '../../../projections/all.ts';
import { projectionKey } from '../../../projections/define.ts';
import { runProjector } from '../../../workers/projector/index.ts';

/** As they were built: threads cannot be started from the sources. */
const { openEmbeddedReadModels } = (await import(
  new URL('../../../dist/infra/readmodels/embedded/index.js', import.meta.url).href
)) as typeof Embedded;

const quiet = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };

/** Milliseconds from an empty file to everything live. */
export const catchUp = async (eventsFile: string, rowsFile: string): Promise<number> => {
  const events = await openEmbeddedEventStore({ file: eventsFile, log: quiet });
  const readModels = await openEmbeddedReadModels({ file: rowsFile, log: quiet, writing: 'beside' });
  try {
    const ended = new AbortController();
    const filling = new Set(allProjections.map(projectionKey));
    const started = performance.now();
    await runProjector(
      { events, readModels, projections: allProjections, clock: { now: () => Date.now() }, log: quiet },
      {
        signal: ended.signal,
        onProgress: ({ projection, phase }) => {
          if (phase === 'live') filling.delete(projection);
          if (filling.size === 0) ended.abort();
        },
      },
    );
    return performance.now() - started;
  } finally {
    await readModels.close();
    await events.close();
  }
};
