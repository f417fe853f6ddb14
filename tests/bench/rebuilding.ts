/** The effect of a rebuild on readers: a listing over HTTP, without one and while all rows are rebuilt. */
import { openStores } from '../../infra/wiring/stores.ts';
import { systemClock } from '../../infra/system.ts';
import { allProjections } from '../../projections/all.ts';
import { requestRebuild } from '../../workers/rebuild/requests.ts';
import { type RebuildProgress, untilServing } from '../../workers/rebuild/list.ts';
import { silent } from '../support/installation.ts';
import { ratioAtMost, type Bench } from './report.ts';
import { ownInstallation } from './support/installations.ts';
import { paced } from './support/paced.ts';
import { progress } from './support/progress.ts';
import { startServer } from './support/server.ts';
import { percentile } from './support/timing.ts';

const SECONDS = 20;
/** A rebuild of a large log is measured for this long. */
const MOST_SECONDS = 40;
const PAGES = 50;
const SORTS = ['last_fetched_at', 'publication_date', 'cited_by_count', 'title'];

const addressesOf = (url: string): readonly string[] =>
  Array.from({ length: PAGES }, (_, page) =>
    SORTS.map((sort) => `${url}/v1/publications?sort=${sort}&per_page=19&page=${page + 1}`),
  ).flat();

/** Orders the rebuild of everything; returns whether it is over, and how fast it goes. */
const rebuild = async (dataDir: string, signal: AbortSignal) => {
  const stores = await openStores({ dataDir, eventStoreUrl: null, mongodbUrl: null }, silent);
  const deps = { events: stores.events, readModels: stores.rawReadModels, state: stores.state, clock: systemClock };
  const wanted = await requestRebuild(deps, allProjections);
  let [isOver, rate]: [boolean, number | null] = [false, null];
  const watch = (rebuilds: readonly RebuildProgress[]): void => {
    rate = rebuilds.find(({ eventsPerSecond }) => eventsPerSecond !== null)?.eventsPerSecond ?? rate;
  };
  const watching = untilServing(deps, wanted, watch, signal).then((isServing) => {
    isOver = isServing;
  });
  watching.catch(() => undefined);
  return {
    isOver: () => isOver,
    rate: () => rate,
    close: async () => {
      await watching;
      await stores.close();
    },
  };
};

export const rebuilding: Bench = {
  about: `The built program, all roles in one process, over an embedded installation with this many events. A listing is requested
50 times a second at a steady pace, with 200 URLs in turn: first for ${SECONDS} seconds without a rebuild, then while every projection is rebuilt,
as \`colophon projections rebuild --all\` orders it, until that is done or ${MOST_SECONDS} seconds have passed.`,
  sizes: { of: 'events', each: [100_000, 1_000_000] },
  measure: async (report, size) => {
    const folder = await ownInstallation(size);
    const server = await startServer(folder);
    const leaving = new AbortController();
    try {
      const addresses = addressesOf(server.publicUrl);
      // Code and pages are warm in both.
      await paced(addresses, { seconds: SECONDS / 4 });
      const quiet = await paced(addresses, { seconds: SECONDS });
      progress('ordering a rebuild');
      const ordered = await rebuild(folder, leaving.signal);
      const busy = await paced(addresses, { seconds: MOST_SECONDS, isOver: ordered.isOver });
      const [rate, isOver] = [ordered.rate(), ordered.isOver()];
      leaving.abort();
      await ordered.close();
      for (const [name, part] of [
        ['p50', 0.5],
        ['p99', 0.99],
      ] as const)
        report({
          what: `GET /v1/publications during a rebuild, ${name}`,
          value: percentile(busy, part),
          unit: 'ms',
          baseline: { what: 'without', value: percentile(quiet, part) },
          ...(part === 0.99 ? { aim: ratioAtMost(2) } : {}),
          note: `${busy.length} answers, ${isOver ? 'until it was done' : 'while it went on'}`,
        });
      if (rate === null)
        report({ what: 'the rebuild meanwhile', skipped: 'it was done before it told how fast it goes' });
      else report({ what: 'the rebuild meanwhile', value: rate, unit: 'events/s' });
    } finally {
      leaving.abort();
      await server.stop();
    }
  },
};
