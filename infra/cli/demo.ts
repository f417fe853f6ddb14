/** `colophon demo`: ingests a fictitious sample, replays what its staff did with it, and serves it. */
import path from 'node:path';
import type { Command } from 'commander';
import { grantSession, type GrantedSession } from '../../commands/identity/grant-session.ts';
import { LIFETIME_MS, signInUrl } from '../../commands/identity/one-time.ts';
import type { Role } from '../../domain/member/events.ts';
import { ORG } from '../../domain/workspace/id.ts';
import { workspacesProjection } from '../../projections/workspaces/index.ts';
import type { Config } from '../config.ts';
import { mustBeOfSample } from '../demo/own-log.ts';
import { replaying, type Replaying } from '../demo/replaying.ts';
import { CORRECTED, OFFERED, ORCIDS, SAMPLE, withOffered } from '../demo/sample.ts';
import { STORY } from '../demo/story.ts';
import { runStory } from '../demo/run-story.ts';
import { openLog } from '../log.ts';
import { randomIds, systemClock } from '../system.ts';
import { whileOpen } from '../while-open.ts';
import { ROLES } from '../wiring/roles/context.ts';
import type { Addresses } from '../wiring/serve.ts';
import { openStores, type Stores } from '../wiring/stores.ts';
import { waitForRows } from '../wiring/wait-for-rows.ts';
import { unlessInterrupted, type Open } from '../wiring/wait-for-stores.ts';
import { queueAndWait } from './ingest.ts';
import type { Invocation, Run } from './invocation.ts';
import { examples } from './options.ts';

/** Addresses in a domain reserved by RFC 2606. The visitor signs in as the librarian, who may see every page. */
const LIBRARIAN = 'librarian@example.org';
const ASSISTANT = 'assistant@example.org';

/** The time of day at which a link created now expires. */
const linkExpiry = (): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(systemClock.now() + LIFETIME_MS);

const invitation = (
  { publicUrl, dashboardUrl }: Addresses,
  { token, linkSecret }: GrantedSession,
  data: readonly string[],
): readonly string[] => [
  '',
  'Colophon is serving a fictitious institute. Open:',
  '',
  `  ${signInUrl(dashboardUrl, linkSecret)}`,
  '',
  `The link signs you in as ${LIBRARIAN}, once, until ${linkExpiry()}; start the demo again for another link.`,
  '',
  `  to try      import the DOIs ${OFFERED.dois.join(' and ')}, and register the iD ${OFFERED.orcid}`,
  `  data        ${data.join(' and ')} (delete ${data.length === 1 ? 'it' : 'both'} to start over)`,
  `  public API  ${publicUrl}/v1/publications (described at ${publicUrl}/docs)`,
  `  dashboard   curl -H 'Authorization: Bearer ${token}' ${dashboardUrl}/me`,
  '',
  'Ctrl-C stops it.',
];

/** All places of its data: a log without its rows, or rows without their log, would be rejected. */
const placesOf = ({ dataDir, eventStoreUrl, mongodbUrl }: Config): readonly string[] => [
  ...(eventStoreUrl === null || mongodbUrl === null ? [path.resolve(dataDir)] : []),
  ...(eventStoreUrl === null ? [] : ['the log in EVENTSTORE_URL']),
  ...(mongodbUrl === null ? [] : ['the database of MONGODB_URL']),
];

/** Embedded files get a separate folder, to keep the sample apart from a real catalogue; servers are used as configured. */
const demoConfig = (config: Config, urls: Config['providers']['urls']): Config => ({
  ...config,
  dataDir: path.join(config.dataDir, 'demo'),
  harvestIntervalHours: 0,
  // One of its jobs fails on purpose; its warnings would confuse a visitor.
  logLevel: config.logLevel === 'info' ? 'error' : config.logLevel,
  providers: { ...config.providers, urls, rate: 0, concurrency: 0 },
});

/** Checked before anything is written: on servers the sample could end up in a real catalogue. */
const refuseForeignLog = async (settings: Config, signal: AbortSignal): Promise<void> => {
  const log = openLog(settings.logLevel, { role: 'demo' });
  const open: Open = (_opening, opening) => unlessInterrupted(signal, opening);
  await whileOpen(await openStores(settings, log, { open }), ({ events }) => mustBeOfSample(events));
};

type Filling = Pick<Invocation, 'signal' | 'say'> & {
  readonly config: Config;
  readonly stores: Stores;
  readonly sample: Replaying;
  readonly local: Addresses;
};

const ingestSample = async ({ config, stores, say, signal }: Filling): Promise<void> => {
  const { whileIngesting } = await import('../wiring/roles/ingesting.ts');
  const context = { config, stores, log: openLog(config.logLevel, { role: 'demo' }) };
  say(`ingesting ${ORCIDS.length} researchers of a fictitious institute …`);
  const everything = { skipExisting: false, acceptsLosses: false } as const;
  const request = { orcids: ORCIDS, workspace: ORG, ...everything, triggerSource: 'demo' } as const;
  const { jobs } = await whileIngesting(context, (deps) =>
    queueAndWait(deps, config, request, () => undefined, signal),
  );
  const created = jobs.reduce((sum, { counts }) => sum + counts.created, 0);
  const succeeded = jobs.filter(({ status }) => status === 'succeeded').length;
  say(`${succeeded} researchers ingested, ${created} publications created`);
};

/** State key: how many steps of the story are done. */
const STEPS_DONE = 'demo/told';

/** Ingests the sample and runs its story, resuming an interrupted run. Returns the visitor's session. */
const fill = async (filling: Filling): Promise<GrantedSession> => {
  const { stores, sample, local, say, signal } = filling;
  const deps = { ...stores, clock: systemClock, ids: randomIds };
  const done = Number((await stores.state.get(STEPS_DONE))?.value ?? 0);
  if (done === 0) await ingestSample(filling);
  const enter = (email: string, role: Role): Promise<GrantedSession> =>
    grantSession(deps, { email, role, workspace: ORG });
  const [librarian, assistant] = [await enter(LIBRARIAN, 'superadmin'), await enter(ASSISTANT, 'member')];
  // Requests of members whom the rows do not show yet are refused.
  await waitForRows(stores, signal, [workspacesProjection]);
  if (done < STORY.length) say('adding the work of its staff …');
  await runStory(STORY, done, {
    ...local,
    tokens: { librarian: librarian.token, assistant: assistant.token },
    correct: () => sample.change(withOffered(CORRECTED)),
    reached: async (steps) => void (await stores.state.put(STEPS_DONE, steps)),
    signal,
  });
  return librarian;
};

export const demo = async ({ config, signal, say }: Invocation): Promise<void> => {
  const { start } = await import('../wiring/start.ts');
  const sample = await replaying(withOffered(SAMPLE));
  const settings = demoConfig(config(), sample.urls);
  const failed = new AbortController();
  const stopped = AbortSignal.any([signal, failed.signal]);
  let filling: Promise<void> = Promise.resolve();
  try {
    await refuseForeignLog(settings, signal);
    await start(settings, {
      roles: ROLES,
      signal: stopped,
      listening: (addresses, stores, local) => {
        filling = fill({ config: settings, stores, sample, local, say, signal: stopped })
          .then((session) => invitation(addresses, session, placesOf(settings)).forEach(say))
          .catch((error: unknown) => {
            // After an interruption the failure is expected.
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

export const addCommands = (program: Command, run: Run): void => {
  program
    .command('demo')
    .description('run the service with a small data sample; needs no network')
    .addHelpText(
      'after',
      examples('colophon demo', 'DATA_DIR=/tmp/try PUBLIC_PORT=8080 DASHBOARD_PORT=8081 colophon demo'),
    )
    .action(() => run(demo));
};
