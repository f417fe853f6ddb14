/** Sign-in links that an administrator makes for a member or an invitee, and what a session reaches that one of them opened. */
import assert from 'node:assert/strict';
import { userByIdentity } from '../../../commands/identity/identities.ts';
import { SIGN_IN } from '../../../domain/limits.ts';
import { bodyOf, serveDashboard, type Person } from '../../support/dashboard.ts';
import { typesIn } from '../../support/event-stores.ts';
import type { Reply } from '../../support/serving.ts';
import { staffed, type Item } from '../../support/staffed.ts';
import { suite } from '../../support/suite.ts';

type Link = { readonly url: string; readonly works_until: number };
type Open = { readonly made_at: number; readonly made_by: Item; readonly works_until: number };

const links = suite('a sign-in link for a colleague');
const { installation, dashboard, jo, admin, root, stranger } = await staffed(links);
let address = 0;
const someone = (): string => `colleague-${(address += 1)}@example.org`;

const invite = async (by: Person = admin, email = someone(), role = 'member'): Promise<string> =>
  bodyOf<Item>(await by.post('/api/members', { email, role }), 201).id;
const pathOf = (id: unknown): string => `/api/members/${String(id)}/sign-in-link`;
const make = async (id: unknown, by: Person = admin): Promise<Link> => bodyOf<Link>(await by.post(pathOf(id)), 201);
const openLink = async (id: unknown, by: Person = admin): Promise<Open | null> =>
  bodyOf<{ sign_in_link: Open | null }>(await by.get(`/api/members/${String(id)}`)).sign_in_link;

const press = ({ url }: Link): Promise<Response> =>
  dashboard.fetch('/auth/link', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ token: new URL(url).searchParams.get('token') ?? '' }),
    headers: { origin: dashboard.url },
  });
type Asking = (method: 'get' | 'post' | 'delete', path: string) => Promise<Reply>;
/** Requests of the browser that the link has signed in. */
const enter = async (link: Link): Promise<Asking> => {
  const response = await press(link);
  assert.equal(response.status, 303);
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  const options = { headers: { cookie, origin: dashboard.url } };
  return (method, path) =>
    method === 'post' ? dashboard.nobody.post(path, undefined, options) : dashboard.nobody[method](path, options);
};

links('signs an invitee in once, who thereby accepts, and shows who made it until then', async () => {
  const id = await invite();
  assert.equal(await openLink(id), null);
  const before = Date.now();
  const link = await make(id);
  assert.ok(link.url.startsWith(`${dashboard.url}/auth/link?token=`));
  assert.ok(link.works_until >= before + SIGN_IN.linkMs && link.works_until <= Date.now() + SIGN_IN.linkMs);
  const shown = await openLink(id);
  assert.deepEqual([shown?.made_by.id, shown?.works_until], [admin.userId, link.works_until]);
  const listed = bodyOf<{ members: readonly Item[] }>(await admin.get('/api/members?status=invited&per_page=100'));
  assert.deepEqual(listed.members.find((each) => each.id === id)?.['sign_in_link'], shown);

  assert.equal((await dashboard.nobody.get(new URL(link.url).pathname + new URL(link.url).search)).status, 200);
  const ask = await enter(link);
  assert.equal((await ask('get', '/api/publications')).status, 200);
  const member = bodyOf<Item>(await admin.get(`/api/members/${id}`));
  assert.deepEqual([member['status'], member['sign_in_link']], ['member', null]);
  const again = await press(link);
  assert.equal(again.status, 403);
  assert.match(await again.text(), /Ask the administrator of your workspace for a new one/u);
  assert.deepEqual(await typesIn(installation, `member-org~${id}`), [
    'MemberInvited',
    'SignInLinkMade',
    'SignInLinkUsed',
    'InvitationAccepted',
  ]);
});

links('signs in one of two who press its button at the same moment', async () => {
  const link = await make((await dashboard.signIn('member')).userId);
  const pressed = await Promise.all([press(link), press(link), press(link)]);
  assert.deepEqual(pressed.map(({ status }) => status).sort(), [303, 403, 403]);
});

links('is replaced by the next one, and can be withdrawn', async () => {
  const { userId: id } = await dashboard.signIn('member');
  const [first, second] = [await make(id), await make(id)];
  assert.equal((await press(first)).status, 403);
  assert.equal((await admin.delete(pathOf(id))).status, 200);
  assert.equal((await admin.delete(pathOf(id))).status, 200);
  assert.equal(await openLink(id), null);
  assert.equal((await press(second)).status, 403);
  assert.deepEqual((await typesIn(installation, `member-org~${id}`)).slice(1), [
    'SignInLinkMade',
    'SignInLinkMade',
    'SignInLinkWithdrawn',
  ]);
});

links('ends with the membership, also for someone who is invited again, and when the role changes', async () => {
  const { userId, email } = await dashboard.signIn('member');
  const link = await make(userId);
  assert.equal((await admin.delete(`/api/members/${userId}`)).status, 200);
  assert.equal((await press(link)).status, 403);
  const id = await invite(admin, email ?? '');
  assert.equal(id, userId);
  assert.equal(await openLink(id), null);
  assert.equal((await press(link)).status, 403);
  const next = await make(id);
  assert.equal((await root.patch(`/api/members/${id}`, { role: 'superadmin' })).status, 200);
  assert.equal(await openLink(id, root), null);
  assert.equal((await press(next)).status, 403);
});

links('is for people of the workspace alone, and made by no one below their role', async () => {
  const { userId } = await dashboard.signIn('member');
  assert.equal((await jo.post(pathOf(userId))).status, 403);
  assert.equal((await jo.delete(pathOf(userId))).status, 403);
  assert.equal((await stranger.post(pathOf(userId))).status, 404);
  assert.equal((await admin.post(pathOf('nobody'))).status, 404);
  assert.equal((await admin.post(pathOf(root.userId))).status, 403);
  const invited = await invite(root, someone(), 'superadmin');
  assert.equal((await admin.post(pathOf(invited))).status, 403);
  await make(root.userId, root);
  assert.equal((await admin.delete(pathOf(root.userId))).status, 403);
});

links('of an administrator lets no one act as a superadmin of another workspace', async () => {
  const email = someone();
  const elsewhere = await dashboard.signIn('superadmin', { workspace: 'other', email });
  await dashboard.signIn('member', { email });
  assert.equal((await admin.post(pathOf(elsewhere.userId))).status, 403);
  const ask = await enter(await make(elsewhere.userId, root));
  assert.equal(bodyOf<{ superadmin: boolean }>(await ask('get', '/me')).superadmin, true);
});

links('of an administrator opens their workspace alone', async () => {
  const email = someone();
  const { userId } = await dashboard.signIn('workspace_admin', { workspace: 'other', email });
  bodyOf<Item>(await root.post('/api/workspaces', { id: 'third' }), 201);
  await dashboard.signIn('workspace_admin', { workspace: 'third' });
  const third = bodyOf<Item>(
    await root.post('/api/members', { email, role: 'superadmin' }, { headers: { 'x-workspace-id': 'third' } }),
    201,
  );
  assert.equal(third.id, userId);
  assert.equal(await invite(admin, email), userId);
  const ask = await enter(await make(userId));
  type Me = { readonly memberships: readonly { readonly workspace_id: string }[] };
  const workspacesIn = async (): Promise<readonly string[]> =>
    bodyOf<Me>(await ask('get', '/me')).memberships.map(({ workspace_id: id }) => id);
  assert.deepEqual(await workspacesIn(), ['org']);
  assert.deepEqual(bodyOf<{ invitations: readonly Item[] }>(await ask('get', '/api/invitations')).invitations, []);
  assert.equal((await ask('post', `/api/invitations/third~${userId}/accept`)).status, 404);
  assert.equal((await ask('delete', `/api/invitations/third~${userId}`)).status, 404);
  assert.equal((await ask('delete', '/api/memberships/other')).status, 404);
  // Nor does a later grant make the session more than what its maker could give.
  assert.equal((await root.patch(`/api/members/${userId}`, { role: 'superadmin' })).status, 200);
  assert.equal((await ask('get', '/me')).status, 403);
});

links('is not made for someone who signs in with the provider', async () => {
  const notAsked = () => Promise.reject(new Error('not asked'));
  const oidc = {
    begin: notAsked,
    finish: notAsked,
    signOutUrl: () => Promise.resolve(null),
  };
  await using withProvider = await serveDashboard(installation, { oidc });
  const own = await withProvider.signIn('workspace_admin');
  const [email, other] = [someone(), someone()];
  const [bound, unbound] = [await invite(admin, email), await invite(admin, other)];
  const identity = { issuer: 'https://id.example', subject: email, email, emailVerified: true, name: null };
  await userByIdentity(withProvider.deps, identity);
  const refused = await own.post(pathOf(bound));
  assert.equal(bodyOf<{ code: string }>(refused, 409).code, 'uses_provider');
  assert.equal(bodyOf<Item>(await own.get(`/api/members/${bound}`))['uses_provider'], true);
  assert.equal((await own.post(pathOf(unbound))).status, 201);
  // Without the provider, no one else lets them in.
  assert.equal((await admin.post(pathOf(bound))).status, 201);
});

links('does not keep a role from being changed at the version that was read', async () => {
  const { userId } = await dashboard.signIn('member');
  await make(userId);
  const headers = { 'if-match': (await admin.get(`/api/members/${userId}`)).headers.get('etag') ?? '' };
  const changed = await admin.patch(`/api/members/${userId}`, { role: 'workspace_admin' }, { headers });
  assert.equal(changed.status, 200);
});

links('is not a token that a stranger invents', async () => {
  const { userId } = await dashboard.signIn('member');
  await make(userId);
  for (const token of ['~', `org~${userId}~`, `org~${userId}~x`, `org~${userId}`, '\u0000~\u0000', '~~~'])
    assert.equal(
      (await press({ url: `https://x.example/?token=${encodeURIComponent(token)}`, works_until: 0 })).status,
      403,
    );
});
