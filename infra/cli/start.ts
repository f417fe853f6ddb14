/** `colophon start`: runs the service, or one of its roles, until it is stopped. */
import path from 'node:path';
import { Option, type Command } from 'commander';
import type { ReadModels } from '../../projections/ports.ts';
import { hasMembers } from '../../projections/queries/members.ts';
import type { Config } from '../config.ts';
import { ROLES, type Role } from '../wiring/roles/context.ts';
import type { Invocation, Run } from './invocation.ts';
import { examples } from './options.ts';

type RoleName = Role | 'all';

/** While no one can sign in. Says nothing if the rows cannot tell. */
const sayHowToEnter = async (
  { dashboard, dataDir, eventStoreUrl, mongodbUrl }: Config,
  readModels: ReadModels,
  say: Invocation['say'],
): Promise<void> => {
  if (dashboard.oidc !== null || dashboard.proxyJwt !== null) return;
  if (await hasMembers(readModels).catch(() => true)) return;
  const isOnServers = eventStoreUrl !== null && mongodbUrl !== null;
  const folder = isOnServers ? '' : `DATA_DIR='${path.resolve(dataDir)}' `;
  say('No one can sign in yet. This makes the first sign-in link:');
  say(`  ${folder}colophon sessions create --email you@example.org --role superadmin`);
};

/** Runs until the process receives a stop signal. */
export const startRoles = async ({ config, signal, say, warn }: Invocation, role: RoleName): Promise<void> => {
  // What serves is large: --help and completion do without.
  const { start } = await import('../wiring/start.ts');
  const settings = config();
  for (const { name, meant } of settings.misspelt) warn(`colophon: ${name} is not a setting; did you mean ${meant}?`);
  await start(settings, {
    roles: role === 'all' ? ROLES : [role],
    signal,
    listening: ({ publicUrl, dashboardUrl }, { readModels }) => {
      say(`Colophon listens on ${publicUrl}, its dashboard on ${dashboardUrl}`);
      void sayHowToEnter(settings, readModels, say);
    },
  });
};

export const addCommands = (program: Command, run: Run): void => {
  program
    .command('start')
    .description('run the service until it is stopped')
    .addOption(new Option('--role <role>', 'role of this process').choices(['all', ...ROLES]).default('all'))
    .addHelpText('after', examples('colophon start', 'colophon start --role projector'))
    .action(({ role }: { role: RoleName }) => run(startRoles, role));
};
