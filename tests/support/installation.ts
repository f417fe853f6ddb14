/** A whole installation in a place of its own: stores, a projector, and providers. */
import { setTimeout as pause } from 'node:timers/promises';
import { bootstrap } from '../../commands/bootstrap.ts';
import { newCaller, type Caller } from '../../commands/caller.ts';
import { DEFAULT_INTERVAL_MS } from '../../domain/ingestion/schedule.ts';
import { replaying } from '../../infra/demo/replaying.ts';
import { SAMPLE } from '../../infra/demo/sample.ts';
import { openProviders } from '../../infra/providers/index.ts';
import { randomIds, systemClock } from '../../infra/system.ts';
import { activeGenerationReadModels } from '../../projections/active-generation.ts';
import { allProjections } from '../../projections/all.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import type { IngestionDeps } from '../../workers/ingestion/ports.ts';
import { matchedUpTo, runMatchingRole } from '../../workers/matching/index.ts';
import { runProjector } from '../../workers/projector/index.ts';
import { closing } from './closing.ts';
import { silent, noWaits } from './silent.ts';
import { freshPlace, type Place } from './stores.ts';

export { silent } from './silent.ts';

export type Installation = IngestionDeps & {
  readonly caller: Caller;
  /** Resolves when the rows show everything that is in the log now. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

export type InstallationOptions = {
  /** The URLs of the providers; default: the sample. */
  readonly urls?: Parameters<typeof openProviders>[0]['urls'];
  /** Concurrent requests to one provider; default: any number. */
  readonly concurrency?: number;
  /** Of another installation there, past or present; kept afterwards. Default: a fresh one. */
  readonly place?: Place;
  /** Whether authors are matched with people; default true. */
  readonly matching?: boolean;
  /** Wraps the read models that the projector writes. Default: unchanged. */
  readonly projected?: (readModels: ReadModels) => ReadModels;
};

const SETTLE_WITHIN_MS = 30_000;

export const openInstallation = async ({
  urls,
  concurrency = 0,
  place: known,
  matching: isMatching = true,
  projected = (readModels) => readModels,
}: InstallationOptions = {}): Promise<Installation & AsyncDisposable> => {
  const place = known ?? (await freshPlace());
  const sample = urls === undefined ? await replaying(SAMPLE) : null;
  const stores = await place.open();
  const given = urls ?? sample?.urls;
  if (given === undefined) throw new Error('no providers');
  const providers = openProviders({
    urls: given,
    rate: 0,
    concurrency,
    mailto: null,
    openalexApiKey: null,
    version: 'test',
  });
  const deps: IngestionDeps = {
    ...stores,
    clock: systemClock,
    ids: randomIds,
    log: silent,
    providers,
    sources: ['orcid', 'openalex'],
    harvestIntervalMs: DEFAULT_INTERVAL_MS,
  };
  await bootstrap(deps);
  const stopping = new AbortController();
  const matching = isMatching ? runMatchingRole(deps, { name: 'test', signal: stopping.signal, waits: noWaits }) : null;
  const projecting = runProjector(
    {
      ...deps,
      readModels: projected(activeGenerationReadModels(stores.rawReadModels, allProjections)),
      projections: allProjections,
    },
    { signal: stopping.signal },
  );
  return closing({
    ...deps,
    caller: newCaller(randomIds, 'org', { type: 'system', id: 'test' }),
    settled: async () => {
      // Matching may append, and rows must show that too.
      for (;;) {
        const head = await stores.events.head();
        if (!(await waitForPosition(stores.readModels, allProjections, head, { timeoutMs: SETTLE_WITHIN_MS })))
          throw new Error('the rows did not catch up');
        const matched = isMatching ? await matchedUpTo(stores.state) : head;
        if (matched >= head && (await stores.events.head()) === head) return;
        await pause(10);
      }
    },
    stop: async () => {
      stopping.abort();
      await Promise.all([projecting, matching]);
      await providers.close();
      await stores.close();
      await sample?.close();
      if (known === undefined) await place.remove();
    },
  });
};
