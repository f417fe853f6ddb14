/** The operations behind the command line. */
import { bootstrap, createWorkspace } from '../../commands/bootstrap.ts';
import { newCaller } from '../../commands/caller.ts';
import { grantSession } from '../../commands/identity/grant-session.ts';
import { knownWorkspace } from '../../commands/known-workspace.ts';
import { parseWorkspaceId } from '../../domain/workspace/id.ts';
import { allProjections } from '../../projections/all.ts';
import { jobsByStatus } from '../../projections/queries/ingestions.ts';
import type { Operations } from '../../workers/cli/operations.ts';
import { Interrupted } from '../../workers/cli/ports.ts';
import { importDoi } from '../../workers/ingestion/import-doi.ts';
import { projectionLag } from '../../workers/projector/index.ts';
import type { Config } from '../config.ts';
import { withoutCredentials } from '../address.ts';
import { openLog } from '../log.ts';
import { randomIds, systemClock } from '../system.ts';
import { whileOpen } from '../while-open.ts';
import { backup, restore } from './backup.ts';
import { erase } from './erase.ts';
import { eraseUser } from './erase-user.ts';
import { ingest } from './ingest.ts';
import { projectionOperations, type WithStores } from './projections.ts';
import { isStop } from './patience.ts';
import { ROLES, whileIngesting } from './roles.ts';
import { signInUrl } from './sign-in-url.ts';
import { migrate } from './migrate.ts';
import { openStores } from './stores.ts';
import { undo } from './undo.ts';
import { knownWorkspaces } from './workspaces.ts';

export type Process = {
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** Read when a command needs it, so that `--help` works with a wrong configuration too. */
  readonly config: () => Config;
};

/** A command's own log is quiet unless asked otherwise: its output is what it was run for. */
const quiet = (config: Config): Config => (config.logLevel === 'info' ? { ...config, logLevel: 'warn' } : config);

const shown = (url: string | null, file: string): string => (url === null ? file : withoutCredentials(url));

export const operationsOf = ({ signal, say, config: read }: Process): Operations => {
  const withStores: WithStores = async (work, options = {}) => {
    const config = quiet(read());
    const log = openLog(config.logLevel, { role: 'cli' });
    const opened = await openStores(config, log, { files: 'required', ...options });
    return whileOpen(opened, (stores) => work({ config, stores, log, signal })).catch((error: unknown) => {
      throw isStop(error, signal) ? new Interrupted('run it again') : error;
    });
  };

  /** For a command that may be the first of an installation. */
  const beginning: WithStores = (work, options = {}) => withStores(work, { ...options, files: 'made' });

  return {
    projections: projectionOperations(withStores),
    // What serves HTTP is loaded where it is needed: a command that only asks begins in half the time without it.
    start: async (role) =>
      (await import('./start.ts')).start(read(), {
        roles: role === 'all' ? ROLES : [role],
        signal,
        listening: ({ publicUrl, dashboardUrl }) =>
          say(`Colophon listens on ${publicUrl}, its dashboard on ${dashboardUrl}`),
      }),
    demo: async () => (await import('./demo.ts')).demo(read(), { signal, say }),
    ingest: (orcids, options, watch) =>
      beginning((context) => ingest(context, { orcids, ...options, triggerSource: 'cli' }, watch)),
    importDoi: (doi, { workspace, orcids }) =>
      beginning((context) =>
        whileIngesting(context, async (deps) => {
          await bootstrap(deps);
          await knownWorkspace(deps, workspace);
          const caller = newCaller(randomIds, workspace, { type: 'system', id: 'cli' });
          return importDoi(deps, { doi, personOrcids: orcids }, caller, signal);
        }),
      ),
    createSession: ({ email, role, workspace }) =>
      beginning(async ({ config, stores }) => {
        const deps = { ...stores, clock: systemClock, ids: randomIds };
        await bootstrap(deps);
        const { token, linkSecret, userId } = await grantSession(deps, { email, role, workspace });
        return { email, user_id: userId, role, workspace, token, link: signInUrl(config.dashboard.url, linkSecret) };
      }),
    createWorkspace: (id, name) =>
      beginning(async ({ stores }) => {
        const deps = { ...stores, clock: systemClock, ids: randomIds };
        return { id: parseWorkspaceId(id), created: await createWorkspace(deps, parseWorkspaceId(id), name ?? id) };
      }),
    migrate: (to, steps) => {
      const config = quiet(read());
      return migrate(config, to, { log: openLog(config.logLevel, { role: 'cli' }), steps, signal });
    },
    backup: (target, steps) => backup(read(), target, steps, signal),
    restore: (source, force, steps) => restore(read(), { source, force }, steps, signal),
    erasePerson: (orcid, workspace) => withStores((context) => erase(context, { orcid, workspace })),
    undo: (asked, steps) => withStores((context) => undo(context, asked, steps)),
    eraseUser: (email) => withStores((context) => eraseUser(context, email)),
    workspaces: async () => knownWorkspaces(read()),
    status: () =>
      withStores(async ({ config, stores }) => {
        const projections = await projectionLag({ ...stores, projections: allProjections, clock: systemClock });
        return {
          stores: {
            events: shown(config.eventStoreUrl, `${config.dataDir}/events.db`),
            readModels: shown(config.mongodbUrl, `${config.dataDir}/read.db`),
          },
          projections,
          // Rows that have not caught up may show jobs that ended long ago.
          jobs: projections.every(({ phase }) => phase === 'live') ? await jobsByStatus(stores.readModels) : {},
        };
      }),
  };
};
