/** `colophon demo`: the service over the invented sample, which it ingests first. */
import path from 'node:path';
import { grantSession, type GrantedSession } from '../../commands/identity/grant-session.ts';
import { LIFETIME_MS } from '../../commands/identity/sign-in-links.ts';
import type { Config } from '../config.ts';
import { COLLEAGUES } from '../demo/catalogue.ts';
import { mustBeOfSample } from '../demo/own-log.ts';
import { serveSample } from '../demo/server.ts';
import { openLog } from '../log.ts';
import { randomIds, systemClock } from '../system.ts';
import { ingestionDeps, providersFor, ROLES } from './roles.ts';
import { queueAndWait } from './ingest.ts';
import type { Addresses } from './serve.ts';
import { signInUrl } from './sign-in-url.ts';
import { start } from './start.ts';
import { openStores, type Stores } from './stores.ts';

export type DemoOptions = { readonly signal: AbortSignal; readonly say: (line: string) => void };

/** An invented address, of a domain that nobody can have (RFC 2606). */
const LIBRARIAN = 'librarian@example.org';

/** The time of day at which a link of this moment ends. */
const endOfLink = (): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(systemClock.now() + LIFETIME_MS);

const invitation = (
  { publicUrl, dashboardUrl }: Addresses,
  { token, linkSecret }: GrantedSession,
  dataDir: string | null,
): readonly string[] => [
  '',
  'Colophon serves an invented institute. Open:',
  '',
  `  ${signInUrl(dashboardUrl, linkSecret)}`,
  '',
  `It signs you in as ${LIBRARIAN}, once, until ${endOfLink()}; start the demo again for another link.`,
  '',
  `  data        ${dataDir ?? 'on the servers of EVENTSTORE_URL and MONGODB_URL'}`,
  `  public API  ${publicUrl}/v1/publications (described at ${publicUrl}/docs)`,
  `  dashboard   curl -H 'Authorization: Bearer ${token}' ${dashboardUrl}/me`,
  '',
  'Ctrl-C stops it.',
];

/** The sample keeps apart from a real catalogue; on servers it goes where they are. */
const demoConfig = (config: Config, urls: Config['providers']['urls']): Config => ({
  ...config,
  dataDir: path.join(config.dataDir, 'demo'),
  harvestIntervalHours: 0,
  logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel,
  providers: { ...config.providers, urls, rate: 0, concurrency: 0 },
});

/** Before anything is written: on servers the sample would go where a real catalogue is. */
const refuseOthersLog = async (settings: Config): Promise<void> => {
  const log = openLog(settings.logLevel, { role: 'demo' });
  const stores = await openStores(settings, log);
  try {
    await mustBeOfSample(stores.events);
  } finally {
    await stores.close();
  }
};

export const demo = async (config: Config, { signal, say }: DemoOptions): Promise<void> => {
  const sample = await serveSample();
  const settings = demoConfig(config, sample.urls);
  const failed = new AbortController();
  const stopped = AbortSignal.any([signal, failed.signal]);

  const fill = async (addresses: Addresses, stores: Stores): Promise<void> => {
    const log = openLog(settings.logLevel, { role: 'demo' });
    const providers = providersFor({ config: settings, stores, log });
    try {
      const orcids = Object.values(COLLEAGUES).map(({ orcid }) => orcid);
      say(`ingesting ${orcids.length} researchers of an invented institute …`);
      const request = { orcids, workspace: 'org', skipExisting: false, triggerSource: 'demo' } as const;
      const { jobs } = await queueAndWait(
        ingestionDeps({ config: settings, stores, log }, providers),
        settings,
        request,
        () => undefined,
        stopped,
      );
      const created = jobs.reduce((sum, { counts }) => sum + counts.created, 0);
      say(`${jobs.filter(({ status }) => status === 'succeeded').length} researchers ingested, ${created} works new`);
      const session = await grantSession(
        { ...stores, clock: systemClock, ids: randomIds },
        { email: LIBRARIAN, role: 'workspace_admin', workspace: 'org' },
      );
      const isOnServers = settings.eventStoreUrl !== null && settings.mongodbUrl !== null;
      const place = isOnServers ? null : path.resolve(settings.dataDir);
      for (const line of invitation(addresses, session, place)) say(line);
    } finally {
      await providers.close();
    }
  };

  let filling: Promise<void> = Promise.resolve();
  try {
    await refuseOthersLog(settings);
    await start(settings, {
      roles: ROLES,
      signal: stopped,
      listening: (addresses, stores) => {
        filling = fill(addresses, stores).catch((error: unknown) => {
          // Told to stop, it has nothing more to fill.
          if (!signal.aborted) failed.abort(error);
        });
      },
    });
    await filling;
    if (failed.signal.aborted) throw failed.signal.reason;
  } finally {
    await sample.close();
  }
};
