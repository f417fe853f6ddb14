/** `colophon sessions create`: grants a role in a workspace and creates a session. */
import { Option, type Command } from 'commander';
import type { AdministratorsDeps } from '../../commands/administrators.ts';
import { bootstrap } from '../../commands/bootstrap.ts';
import { grantSession } from '../../commands/identity/grant-session.ts';
import { signInUrl } from '../../commands/identity/one-time.ts';
import { ROLES, type Role } from '../../domain/member/events.ts';
import { withAdminCheck } from '../../projections/queries/members.ts';
import { randomIds, systemClock } from '../system.ts';
import { waitUntilShown, withProjector, type Invocation, type Run } from './invocation.ts';
import { examples, workspaceOption } from './options.ts';
import { answer, type Out } from './output.ts';

/** Credentials that are printed only once. */
type SessionReport = {
  readonly email: string;
  readonly user_id: string;
  readonly role: Role;
  readonly workspace: string;
  /** The role of a member whose role has changed. */
  readonly previous_role?: Role;
  readonly token: string;
  readonly link: string;
};

type Asked = { readonly email: string; readonly role: Role; readonly workspace: string };

/** Makes a user a member with this role, also one who has another, and signs them in. Rejects for the last administrator, if lower. Works beside a running server. */
export const createSession = (
  { withStores }: Pick<Invocation, 'withStores'>,
  { email, role, workspace }: Asked,
): Promise<SessionReport> =>
  withStores(async (context) => {
    const { config, stores, log } = context;
    const deps = { ...stores, clock: systemClock, ids: randomIds };
    await bootstrap(deps);
    const administrators: AdministratorsDeps = {
      state: stores.state,
      log,
      // Answered from rows, which follow only while a projector runs.
      hasOtherAdmin: (...asked) => withProjector(context, () => withAdminCheck(stores).hasOtherAdmin(...asked)),
    };
    const granted = await grantSession(deps, { email, role, workspace }, administrators);
    const { token, linkSecret, userId, previousRole, position } = granted;
    await waitUntilShown(context, position);
    return {
      ...{ email, user_id: userId, role, workspace },
      ...(previousRole !== null && { previous_role: previousRole }),
      token,
      link: signInUrl(config.dashboard.url, linkSecret),
    };
  });

const printSession = ({ email, role, workspace, previous_role, token, link }: SessionReport, out: Out): void => {
  const was = previous_role === undefined ? '' : ` (was ${previous_role.replaceAll('_', ' ')})`;
  out.line(`${email} is ${role.replaceAll('_', ' ')} of ${workspace}${was}`);
  out.line(`bearer token  ${token}`);
  out.line(`sign-in link  ${link}`);
};

export const addCommands = (program: Command, run: Run, out: Out): void => {
  program
    .command('sessions')
    .description('sign people in to the dashboard')
    .command('create')
    .description(
      'make a user a member and print a session token and a sign-in link (single use, valid for ten minutes)',
    )
    .requiredOption('--email <address>', 'email address of the user')
    .addOption(
      new Option('--role <role>', 'role in the workspace, also of a user who is a member already')
        .choices([...ROLES])
        .makeOptionMandatory(),
    )
    .addOption(workspaceOption())
    .addHelpText(
      'after',
      examples(
        'colophon sessions create --email ada@example.org --role superadmin',
        'colophon sessions create --email ada@example.org --role member --workspace library --json',
      ),
    )
    .action(async ({ json, ...member }: Asked & { json?: true }) => {
      answer(out, json, await run(createSession, member), printSession);
    });
};
