/** Opens the providers for ingestion work. */
import { DEFAULT_INTERVAL_MS, HOUR_MS } from '../../../domain/ingestion/schedule.ts';
import type { IngestionDeps, Providers } from '../../../workers/ingestion/ports.ts';
import { openProviders } from '../../providers/index.ts';
import { randomIds, systemClock } from '../../system.ts';
import { version } from '../../version.ts';
import { whileOpen } from '../../while-open.ts';
import type { RoleWatch } from '../role-watch.ts';
import type { RoleContext } from './context.ts';

type ProvidersContext = Pick<RoleContext, 'config' | 'stores' | 'log'> & {
  readonly watch?: Partial<Pick<RoleWatch, 'providerCall' | 'providerLimiter'>> | undefined;
};

export const providersFor = ({ config, stores, log, watch }: ProvidersContext): Providers =>
  openProviders({
    ...config.providers,
    state: stores.state,
    version,
    log,
    observe: watch?.providerCall,
    watchLimiter: watch?.providerLimiter,
  });

export const ingestionDeps = (
  { config, stores, log }: Omit<RoleContext, 'signal'>,
  providers: Providers,
): IngestionDeps => ({
  ...stores,
  clock: systemClock,
  ids: randomIds,
  log,
  providers,
  sources: config.ingestSources,
  harvestIntervalMs: config.harvestIntervalHours === 0 ? DEFAULT_INTERVAL_MS : config.harvestIntervalHours * HOUR_MS,
});

export const whileIngesting = <T>(
  context: Omit<RoleContext, 'signal'>,
  work: (deps: IngestionDeps) => Promise<T>,
): Promise<T> => whileOpen(providersFor(context), (providers) => work(ingestionDeps(context, providers)));
