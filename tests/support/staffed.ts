/** An installation with a dashboard and somebody signed in for each role, for as long as a suite runs. */
import assert from 'node:assert/strict';
import { createWorkspace } from '../../commands/bootstrap.ts';
import type { Method } from '../../api/http/route.ts';
import { answersAsDeclared } from './declared.ts';
import { bodyOf, serveDashboard, type Dashboard, type Person } from './dashboard.ts';
import { openInstallation, type Installation } from './installation.ts';
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

/** `staff()` is there from the first test on. */
export const staffed = (suite: Suite): (() => Staff) => {
  let staff: Staff | null = null;
  suite.before(async () => {
    const installation = await openInstallation();
    await createWorkspace(installation, 'other', 'Other');
    const dashboard = await serveDashboard(installation);
    staff = {
      installation,
      dashboard,
      jo: await dashboard.signIn('member', { email: 'jo@example.org' }),
      admin: await dashboard.signIn('workspace_admin', { email: 'librarian@example.org' }),
      root: await dashboard.signIn('superadmin', { email: 'root@example.org' }),
      stranger: await dashboard.signIn('workspace_admin', { workspace: 'other', email: 'stranger@example.org' }),
    };
  });
  suite.after(async () => {
    await staff?.dashboard.close();
    await staff?.installation.stop();
  });
  return () => {
    assert.ok(staff, 'asked before the first test');
    return staff;
  };
};

export type Item = Readonly<Record<string, unknown>> & { readonly id: string };

/** The ids of a listing, in its order. */
export const idsOf = (reply: Reply, name: string): readonly string[] =>
  (bodyOf<Readonly<Record<string, readonly Item[]>>>(reply)[name] ?? []).map(({ id }) => id);

/** The body of a reply that has this status and the shape that its route declares. */
export const declared = <T = Item>(
  { dashboard }: Staff,
  method: Method,
  path: string,
  reply: Reply,
  status = 200,
): T => {
  const body = bodyOf<T>(reply, status);
  answersAsDeclared(dashboard.routes, method, path, reply);
  return body;
};

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
