/** `colophon demo`: the service over the invented sample, which it ingests first. */
import path from 'node:path';
import { grantSession, type GrantedSession } from '../../commands/identity/grant-session.ts';
import type { Config } from '../config.ts';
import { COLLEAGUES } from '../demo/catalogue.ts';
import { mustBeOfSample } from '../demo/own-log.ts';
import { serveSample } from '../demo/server.ts';
import { openLog } from '../log.ts';
import { randomIds, systemClock } from '../system.ts';
import { ingestionDeps, providersFor, ROLES } from './roles.ts';
import { queueAndWait } from './ingest.ts';
import { signInUrl, type Addresses } from './serve.ts';
import { start } from './start.ts';
import { openStores, type Stores } from './stores.ts';

export type DemoOptions = { readonly signal: AbortSignal; readonly say: (line: string) => void };

/** An invented address, of a domain that nobody can have (RFC 2606). */
const LIBRARIAN = 'librarian@example.org';
const CARBERRY = '0000-0002-1825-0097';

const invitation = (
  { publicUrl: address, dashboardUrl }: Addresses,
  { token, linkSecret }: GrantedSession,
): readonly string[] => [
  '',
  'Colophon serves the sample. Open:',
  `  ${address}/v1/publications                                     all public publications`,
  `  ${address}/v1/publications?q=angstrom                          search without case or diacritics`,
  `  ${address}/v1/doi/10.5555/cpot.2023.021                        one of them, retracted`,
  `  ${address}/v1/researchers                                      the researchers`,
  `  ${address}/v1/researchers/${CARBERRY}              one of them`,
  `  ${address}/v1/researchers/${CARBERRY}/publications what he has published`,
  '',
  `The dashboard, as ${LIBRARIAN}:`,
  `  ${signInUrl(dashboardUrl, linkSecret)}`,
  `  curl -H 'Authorization: Bearer ${token}' ${dashboardUrl}/me`,
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
      for (const line of invitation(addresses, session)) say(line);
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
