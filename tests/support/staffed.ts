/** An installation with a dashboard and a signed-in user for each role, for the duration of a suite. */
import assert from 'node:assert/strict';
import { createWorkspace } from '../../commands/bootstrap.ts';
import type { DashboardDeps } from '../../api/dashboard/deps.ts';
import { bodyOf, serveDashboard, type Dashboard, type Person } from './dashboard.ts';
import { openIngested } from './ingested.ts';
import { openInstallation, type Installation, type InstallationOptions } from './installation.ts';
import type { Reply } from './serving.ts';
import type { Suite } from './suite.ts';

export type Staff = {
  readonly installation: Installation;
  readonly dashboard: Dashboard;
  /** A member, an administrator and a superadmin of workspace `org`. */
  readonly jo: Person;
  readonly admin: Person;
  readonly root: Person;
  /** An administrator of workspace `other`. */
  readonly stranger: Person;
};

export type StaffedOptions = InstallationOptions & {
  /** Whether the sample's researchers have been ingested; default false. */
  readonly ingested?: boolean;
  /** Overrides for the dashboard. */
  readonly deps?: (installation: Installation) => Partial<DashboardDeps>;
};

/** From here until the last test of the suite. */
export const staffed = async (suite: Suite, options: StaffedOptions = {}): Promise<Staff> => {
  const { ingested = false, deps = () => ({}), ...of } = options;
  const installation = await suite.holds(ingested ? openIngested(of) : openInstallation(of));
  await createWorkspace(installation, 'other', 'Other');
  const dashboard = await suite.holds(serveDashboard(installation, deps(installation)));
  return {
    installation,
    dashboard,
    jo: await dashboard.signIn('member', { email: 'jo@example.org' }),
    admin: await dashboard.signIn('workspace_admin', { email: 'librarian@example.org' }),
    root: await dashboard.signIn('superadmin', { email: 'root@example.org' }),
    stranger: await dashboard.signIn('workspace_admin', { workspace: 'other', email: 'stranger@example.org' }),
  };
};

export type Item = Readonly<Record<string, unknown>> & { readonly id: string };

/** The ids of a listing, in its order. */
export const idsOf = (reply: Reply, name: string): readonly string[] =>
  (bodyOf<Readonly<Record<string, readonly Item[]>>>(reply)[name] ?? []).map(({ id }) => id);

/** Each of the bodies is a 400 that names the field. */
export const refusesEach = async (
  send: (body: unknown) => Promise<Reply>,
  bodies: readonly (readonly [field: string, body: unknown])[],
): Promise<void> => {
  for (const [field, body] of bodies) {
    const reply = await send(body);
    assert.equal(reply.status, 400, `${JSON.stringify(body)?.slice(0, 200)}: ${reply.text}`);
    assert.ok(JSON.stringify(reply.body).includes(field), `${field} is not named: ${reply.text}`);
  }
};
