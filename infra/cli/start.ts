/** `colophon start`: runs the service, or one of its roles, until it is stopped. */
import { Option, type Command } from 'commander';
import { ROLES, type Role } from '../wiring/roles/context.ts';
import type { Invocation, Run } from './invocation.ts';
import { examples } from './options.ts';

type RoleName = Role | 'all';

/** Runs until the process receives a stop signal. */
export const startRoles = async ({ config, signal, say }: Invocation, role: RoleName): Promise<void> => {
  // What serves is large: --help and completion do without.
  const { start } = await import('../wiring/start.ts');
  await start(config(), {
    roles: role === 'all' ? ROLES : [role],
    signal,
    listening: ({ publicUrl, dashboardUrl }) =>
      say(`Colophon listens on ${publicUrl}, its dashboard on ${dashboardUrl}`),
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
