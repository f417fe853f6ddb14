/** The operations behind the command line, imported on first use to keep --help and completion fast. */
import type { Operations } from '../../../workers/cli/operations.ts';
import type { ProjectionOperations } from '../../../workers/cli/projections/operations.ts';
import type { Config } from '../../config.ts';
import { ROLES } from '../roles/context.ts';
import type { WithStores } from './with-stores.ts';

export type Process = {
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** Prints a line for the operator, apart from the output. */
  readonly warn: (line: string) => void;
  /** Read only when a command needs it, so `--help` works even if the configuration is invalid. */
  readonly config: () => Config;
};

export const operationsOf = ({ signal, say, warn, config: read }: Process): Operations => {
  const withStores: WithStores = async (work, options) =>
    (await import('./with-stores.ts')).withStoresOf(read(), signal, warn)(work, options);

  /** For commands that may be the first of an installation. */
  const creatingStores: WithStores = (work, options = {}) => withStores(work, { ...options, files: 'create' });

  const projections = async (): Promise<ProjectionOperations> =>
    (await import('./projections.ts')).projectionOperations(withStores);

  return {
    projections: {
      list: async () => (await projections()).list(),
      rebuild: async (names, watch) => (await projections()).rebuild(names, watch),
      verify: async (name, watch) => (await projections()).verify(name, watch),
      prepare: async (how, watch) => (await projections()).prepare(how, watch),
      dropOld: async (now) => (await projections()).dropOld(now),
      skipPoison: async (name, eventId) => (await projections()).skipPoison(name, eventId),
      adoptLog: async () => (await projections()).adoptLog(),
      pause: async (name) => (await projections()).pause(name),
      resume: async (name) => (await projections()).resume(name),
    },
    start: async (role) =>
      (await import('../start.ts')).start(read(), {
        roles: role === 'all' ? ROLES : [role],
        signal,
        listening: ({ publicUrl, dashboardUrl }) =>
          say(`Colophon listens on ${publicUrl}, its dashboard on ${dashboardUrl}`),
      }),
    demo: async () => (await import('./demo.ts')).demo(read(), { signal, say }),
    ingest: (orcids, options, watch) =>
      creatingStores(async (context) =>
        (await import('./ingest.ts')).ingest(context, { orcids, ...options, triggerSource: 'cli' }, watch),
      ),
    importDoi: (doi, options) =>
      creatingStores(async (context) => (await import('./import-by-doi.ts')).importByDoi(context, doi, options)),
    createSession: (request) =>
      creatingStores(async (context) => (await import('./create-session.ts')).createSession(context, request)),
    createWorkspace: (id, name) =>
      creatingStores(async (context) => (await import('./make-workspace.ts')).makeWorkspace(context, id, name)),
    migrate: async (to, steps) => (await import('./migrate.ts')).migrate(read(), to, { steps, signal }),
    backup: async (target, steps) => (await import('./backup.ts')).backup(read(), target, steps, signal),
    restore: async (source, force, steps) =>
      (await import('./backup.ts')).restore(read(), { source, force }, steps, signal),
    erasePerson: (orcid, workspace) =>
      withStores(async (context) => (await import('./erase.ts')).erase(context, { orcid, workspace })),
    undo: (request, steps) => withStores(async (context) => (await import('./undo.ts')).undo(context, request, steps)),
    eraseUser: (email) => withStores(async (context) => (await import('./erase-user.ts')).eraseUser(context, email)),
    workspaces: async () => (await import('./workspaces.ts')).knownWorkspaces(read()),
    status: () => withStores(async (context) => (await import('./status.ts')).status(context), { access: 'read' }),
  };
};
