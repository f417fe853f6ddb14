/** Members on the dashboard: invited by address, given a role, removed. */
import assert from 'node:assert/strict';
import { userByIdentity } from '../../../commands/identity/identities.ts';
import { signInLinks } from '../../../commands/identity/one-time.ts';
import { bodyOf, type Person } from '../../support/dashboard.ts';
import type { Reply } from '../../support/serving.ts';
import { idsOf, refusesEach, staffed, type Item } from '../../support/staffed.ts';
import { suite } from '../../support/suite.ts';
import { typesIn } from '../../support/event-stores.ts';

const PATH = '/api/members';

const members = suite("the dashboard's members");
const { installation, dashboard, jo, admin, root, stranger } = await staffed(members);
let address = 0;
const someone = (): string => `someone-${(address += 1)}@example.org`;

const invitationsOf = async (person: Person): Promise<readonly Item[]> =>
  bodyOf<{ invitations: readonly Item[] }>(await person.get('/api/invitations')).invitations;
const accept = async (person: Person): Promise<Reply> => {
  const [offer] = await invitationsOf(person);
  return person.post(`/api/invitations/${String(offer?.id)}/accept`);
};

members('are invited once per address, however it is written', async () => {
  const item = bodyOf<Item>(await admin.post(PATH, { email: 'New@Example.org ', role: 'member' }), 201);
  assert.deepEqual([item['email'], item['role'], item['name']], ['new@example.org', 'member', null]);
  assert.equal(item['status'], 'invited');
  const again = await admin.post(PATH, { email: 'new@example.org', role: 'member' });
  assert.equal(bodyOf<Item>(again).id, item.id);
  const otherwise = await admin.post(PATH, { email: 'new@example.org', role: 'workspace_admin' });
  const { code, details } = bodyOf<{ code: string; details: unknown }>(otherwise, 409);
  assert.equal(code, 'member_exists');
  assert.deepEqual(details, { field: 'role', accepted: 'member', status: 'invited' });
  assert.equal(bodyOf<Item>(await admin.get(`${PATH}/${item.id}`))['role'], 'member');
});

members('invited by several at once are invited once', async () => {
  const email = someone();
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? admin : root).post(PATH, { email, role: 'member' })),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 200, 200, 201]);
  const { id } = replies[0]?.body as Item;
  const types = await typesIn(installation, `member-org~${id}`);
  assert.deepEqual(types, ['MemberInvited']);
});

members('sign in as the invited user, even if they had tried before', async () => {
  const email = someone();
  const identity = { issuer: 'https://id.example', subject: email, email, emailVerified: true, name: 'Ada' };
  const early = await userByIdentity(dashboard.deps, identity);
  const item = bodyOf<Item>(await admin.post(PATH, { email, role: 'member' }), 201);
  // The inviter learns no more of the invitee than they entered themselves.
  assert.deepEqual([item.id, item['name']], [early.id, null]);
});

members('are listed with their addresses, the first to join first, to administrators only', async () => {
  const reply = await admin.get(`${PATH}?perPage=100`);
  const { members: all } = bodyOf<{ members: readonly Item[] }>(reply);
  const since = all.map((item) => Number(item['since']));
  assert.deepEqual(
    since,
    [...since].sort((a, b) => a - b),
  );
  const invited = bodyOf<{ members: readonly Item[] }>(await admin.get(`${PATH}?status=invited`));
  assert.ok(invited.members.some(({ email }) => email === 'new@example.org'));
  assert.ok(!all.some(({ email }) => email === 'new@example.org'));
  const paged = await Promise.all(
    [1, 2].map(async (page) => idsOf(await admin.get(`${PATH}?per_page=2&page=${page}`), 'members')),
  );
  assert.deepEqual(
    paged.flat(),
    all.slice(0, 4).map(({ id }) => id),
  );
  assert.equal((await jo.get(PATH)).status, 403);
  assert.equal((await jo.get(`${PATH}/${jo.userId}`)).status, 403);
});

members('change role only at the expected version, with immediate effect', async () => {
  const rising = await dashboard.signIn('member');
  assert.equal((await rising.get(PATH)).status, 403);
  const at = `${PATH}/${rising.userId}`;
  const headers = { 'if-match': (await admin.get(at)).headers.get('etag') ?? '' };
  const changed = await admin.patch(at, { role: 'workspace_admin' }, { headers });
  assert.equal(bodyOf<Item>(changed)['role'], 'workspace_admin');
  assert.equal((await rising.get(PATH)).status, 200);
  assert.equal((await admin.patch(at, { role: 'member' }, { headers })).status, 412);
  assert.equal((await admin.patch(at, { role: 'member' })).status, 200);
  assert.equal((await rising.get(PATH)).status, 403);
});

members('are removed at once, and no late change of role restores them', async () => {
  const leaving = await dashboard.signIn('member');
  const at = `${PATH}/${leaving.userId}`;
  assert.equal((await leaving.get('/api/publications')).status, 200);
  bodyOf(await admin.delete(at));
  assert.equal((await leaving.get('/api/publications')).status, 403);
  for (const late of [admin.delete(at), admin.patch(at, { role: 'member' }), admin.get(at)])
    assert.equal((await late).status, 404);
  assert.equal((await admin.post(PATH, { email: leaving.email, role: 'member' })).status, 201);
  assert.equal((await leaving.get('/api/publications')).status, 403);
  assert.equal((await accept(leaving)).status, 200);
  assert.equal((await leaving.get('/api/publications')).status, 200);
});

members('cannot grant or remove a role above their own', async () => {
  assert.equal((await jo.post(PATH, { email: someone(), role: 'member' })).status, 403);
  assert.equal((await jo.patch(`${PATH}/${jo.userId}`, { role: 'workspace_admin' })).status, 403);
  assert.equal((await jo.delete(`${PATH}/${admin.userId}`)).status, 403);
  assert.equal((await admin.post(PATH, { email: someone(), role: 'superadmin' })).status, 403);
  assert.equal((await admin.patch(`${PATH}/${admin.userId}`, { role: 'superadmin' })).status, 403);
  assert.equal((await admin.patch(`${PATH}/${root.userId}`, { role: 'member' })).status, 403);
  assert.equal((await admin.delete(`${PATH}/${root.userId}`)).status, 403);
  assert.equal((await root.post(PATH, { email: someone(), role: 'superadmin' })).status, 201);
});

members('are not stored by a refused invitation', async () => {
  const known = (): Promise<readonly unknown[]> => dashboard.deps.state.list('user-email/', { limit: 1_000 });
  const before = await known();
  assert.equal((await admin.post(PATH, { email: someone(), role: 'superadmin' })).status, 403);
  assert.deepEqual(await known(), before);
});

members('keep the last administrator of their workspace', async () => {
  bodyOf<Item>(await root.post('/api/workspaces', { id: 'lone' }), 201);
  const lone = { workspace: 'lone' } as const;
  const only = await dashboard.signIn('workspace_admin', lone);
  const path = `${PATH}/${only.userId}`;
  await dashboard.signIn('member', lone);
  for (const refused of [await only.delete(path), await only.patch(path, { role: 'member' })]) {
    assert.equal(refused.status, 409, refused.text);
    assert.equal(bodyOf<{ code: string }>(refused, 409).code, 'last_admin');
  }
  const second = await dashboard.signIn('workspace_admin', lone);
  assert.equal((await second.delete(path)).status, 200);
  assert.equal((await second.delete(`${PATH}/${second.userId}`)).status, 409);

  for await (const { id, metadata } of installation.events.readStream(`member-lone~${second.userId}`)) {
    const undone = await second.post(`/api/activity/${id}/undo`, {});
    assert.equal(bodyOf<{ code: string }>(undone, 409).code, 'last_admin');
    const ofCause = await second.post(`/api/activity/causes/${metadata.correlationId}/undo`, {});
    assert.equal(bodyOf<{ refused: number }>(ofCause).refused, 1);
  }
  assert.equal((await second.get(PATH)).status, 200);
});

members('keep one administrator if all of them leave at the same moment, on their own or by an undo', async () => {
  bodyOf<Item>(await root.post('/api/workspaces', { id: 'leaving' }), 201);
  const at = { workspace: 'leaving' } as const;
  const admins = await Promise.all([1, 2, 3, 4].map(() => dashboard.signIn('workspace_admin', at)));
  const joinedAs = async (userId: string): Promise<string> => {
    for await (const { id } of installation.events.readStream(`member-leaving~${userId}`)) return id;
    throw new Error('they never joined');
  };
  const joined = await Promise.all(admins.map(({ userId }) => joinedAs(String(userId))));
  const left = await Promise.all(
    admins.map((each, n) => {
      if (n === 0) return each.delete(`${PATH}/${each.userId}`);
      if (n === 1) return each.patch(`${PATH}/${each.userId}`, { role: 'member' });
      return each.post(`/api/activity/${joined[n]}/undo`, {});
    }),
  );
  assert.deepEqual(left.map(({ status }) => status).sort(), [200, 200, 200, 409]);
  const [stayed] = admins.filter((_, n) => left[n]?.status === 409);
  assert.ok(stayed);
  const { members: listed } = bodyOf<{ members: readonly Item[] }>(await stayed.get(PATH));
  assert.deepEqual(
    listed.filter(({ role }) => role === 'workspace_admin').map(({ id }) => id),
    [stayed.userId],
  );
});

members('of one workspace do not exist in another', async () => {
  assert.equal((await stranger.get(`${PATH}/${jo.userId}`)).status, 404);
  assert.equal((await stranger.patch(`${PATH}/${jo.userId}`, { role: 'workspace_admin' })).status, 404);
  assert.equal((await stranger.delete(`${PATH}/${jo.userId}`)).status, 404);
  assert.deepEqual(idsOf(await stranger.get(PATH), 'members'), [stranger.userId]);
});

members("see nothing of another workspace's invitation until they accept it", async () => {
  const ann = await dashboard.signIn('member');
  const seen = async (): Promise<unknown> => [
    (await ann.get('/api/people')).status,
    (await ann.get('/me')).body,
    (await ann.get('/debug-auth')).body,
  ];
  const before = await seen();
  const invited = bodyOf<Item>(await stranger.post(PATH, { email: ann.email, role: 'workspace_admin' }), 201);
  assert.equal(invited.id, ann.userId);
  assert.deepEqual(await seen(), before);
  // Nor does a new sign-in accept for someone who already belongs to a workspace.
  const secret = await signInLinks.issue(dashboard.deps, { userId: String(ann.userId) });
  const body = new URLSearchParams({ token: secret });
  await dashboard.fetch('/auth/link', { method: 'POST', redirect: 'manual', body, headers: { origin: dashboard.url } });
  assert.deepEqual(await seen(), before);

  const [offer] = await invitationsOf(ann);
  assert.deepEqual(
    [offer?.['workspace_id'], offer?.['workspace_name'], offer?.['role']],
    ['other', 'Other', 'workspace_admin'],
  );
  assert.equal((await jo.post(`/api/invitations/${String(offer?.id)}/accept`)).status, 404);
  const accepted = bodyOf<Item>(await accept(ann));
  assert.deepEqual([accepted['workspace_id'], accepted['role']], ['other', 'workspace_admin']);
  assert.deepEqual(await invitationsOf(ann), []);
  assert.equal((await ann.get('/api/people')).status, 400, 'two workspaces: one must be named');
  assert.equal((await ann.get('/api/people', { headers: { 'x-workspace-id': 'other' } })).status, 200);
  assert.equal((await ann.post(`/api/invitations/${String(offer?.id)}/accept`)).status, 200, 'again');
});

members('can have their invitation withdrawn, and then cannot accept it', async () => {
  const ann = await dashboard.signIn('member');
  const { id } = bodyOf<Item>(await stranger.post(PATH, { email: ann.email, role: 'member' }), 201);
  const [offer] = await invitationsOf(ann);
  assert.equal((await stranger.delete(`${PATH}/${id}`)).status, 200);
  assert.equal((await ann.post(`/api/invitations/${String(offer?.id)}/accept`)).status, 404);
  assert.deepEqual(await invitationsOf(ann), []);
});

members('may decline an invitation, and be invited again', async () => {
  const ann = await dashboard.signIn('member');
  const { id } = bodyOf<Item>(await stranger.post(PATH, { email: ann.email, role: 'member' }), 201);
  const path = `/api/invitations/other~${id}`;
  assert.equal((await jo.delete(path)).status, 404, "somebody else's");
  assert.equal((await ann.delete(path)).status, 200);
  assert.deepEqual(await invitationsOf(ann), []);
  assert.equal((await ann.delete(path)).status, 404, 'again');
  assert.equal((await ann.post(`${path}/accept`)).status, 404);
  assert.deepEqual(idsOf(await stranger.get(`${PATH}?status=invited`), 'members').includes(id), false);
  bodyOf<Item>(await stranger.post(PATH, { email: ann.email, role: 'member' }), 201);
  bodyOf<Item>(await accept(ann));
  assert.equal((await ann.delete(path)).status, 404, 'a membership is not declined');
});

members('without administration rights may leave one workspace of several', async () => {
  const ann = await dashboard.signIn('member');
  bodyOf<Item>(await stranger.post(PATH, { email: ann.email, role: 'member' }), 201);
  bodyOf<Item>(await accept(ann));
  assert.equal((await ann.delete(`/api/memberships/nowhere`)).status, 404);
  bodyOf<Item>(await ann.delete('/api/memberships/org'));
  assert.equal((await ann.get('/api/people', { headers: { 'x-workspace-id': 'org' } })).status, 403);
  assert.equal((await ann.get('/api/people')).status, 200, 'only one is left');
  assert.equal((await ann.delete('/api/memberships/org')).status, 404, 'again');
  const types = await typesIn(installation, `member-org~${String(ann.userId)}`);
  assert.equal(types.at(-1), 'MemberRemoved');
});

members('who are the only administrator of a workspace may not leave it', async () => {
  bodyOf<Item>(await root.post('/api/workspaces', { id: 'kept' }), 201);
  const only = await dashboard.signIn('workspace_admin', { workspace: 'kept' });
  const refused = bodyOf<{ code: string }>(await only.delete('/api/memberships/kept'), 409);
  assert.equal(refused.code, 'last_admin');
  assert.equal((await only.get(PATH)).status, 200);
  const second = await dashboard.signIn('workspace_admin', { workspace: 'kept' });
  assert.equal((await only.delete('/api/memberships/kept')).status, 200);
  assert.equal((await second.get(PATH)).status, 200);
});

/** Signs in with a link, as a new user. */
const firstSignIn = async (userId: string): Promise<string> => {
  const secret = await signInLinks.issue(dashboard.deps, { userId });
  const body = new URLSearchParams({ token: secret });
  const reply = await dashboard.fetch('/auth/link', {
    ...{ method: 'POST', redirect: 'manual' as const, body },
    headers: { origin: dashboard.url },
  });
  return reply.headers.get('set-cookie')?.split(';')[0] ?? '';
};

members('accept their only invitation by signing in when they belong to no workspace', async () => {
  const { id } = bodyOf<Item>(await admin.post(PATH, { email: someone(), role: 'member' }), 201);
  const cookie = await firstSignIn(id);
  assert.equal((await dashboard.nobody.get('/api/publications', { headers: { cookie } })).status, 200);
});

members('choose which of several invitations to accept', async () => {
  const email = someone();
  const { id } = bodyOf<Item>(await admin.post(PATH, { email, role: 'member' }), 201);
  bodyOf<Item>(await stranger.post(PATH, { email, role: 'member' }), 201);
  const headers = { cookie: await firstSignIn(id), origin: dashboard.url };
  assert.equal((await dashboard.nobody.get('/api/publications', { headers })).status, 403);
  assert.equal((await dashboard.nobody.post(`/api/invitations/org~${id}/accept`, undefined, { headers })).status, 200);
  const me = bodyOf<Item>(await dashboard.nobody.get('/me', { headers }));
  assert.deepEqual(me['memberships'], [{ workspace_id: 'org', workspace_name: 'Organisation', role: 'member' }]);
});

members('are refused when the address or the role is invalid', async () => {
  await refusesEach(
    (body) => admin.post(PATH, body),
    [
      ['email', { email: 'x', role: 'member' }],
      ['email', { email: 'not an address', role: 'member' }],
      ['email', { email: `${'x'.repeat(250)}@example.org`, role: 'member' }],
      ['email', { role: 'member' }],
      ['role', { email: 'a@example.org', role: 'king' }],
      ['role', { email: 'a@example.org' }],
      ['name', { email: 'a@example.org', role: 'member', name: 'A' }],
    ],
  );
});

members('appear in events only by id', async () => {
  for await (const event of installation.events.readAll())
    assert.ok(!/@example\.org/iu.test(JSON.stringify(event)), `an address in ${event.type}`);
});

members('appear on Activity by name only after they accept', async () => {
  const email = someone();
  const identity = { issuer: 'https://id.example', subject: email, email, emailVerified: true, name: 'Zebulon Quill' };
  await userByIdentity(dashboard.deps, identity);
  const newcomer = await dashboard.signIn('member', { workspace: 'other', email });
  const item = bodyOf<Item>(await admin.post(PATH, { email, role: 'member' }), 201);
  type Shown = { readonly events: readonly { readonly subject: { readonly label: string } }[] };
  const labels = async (query: string): Promise<readonly string[]> =>
    bodyOf<Shown>(await jo.get(`/api/activity?event_type=MemberInvited&${query}`)).events.map(
      ({ subject }) => subject.label,
    );
  await installation.settled();
  assert.deepEqual(await labels(`subject=${item.id}`), [email]);
  assert.deepEqual(await labels('q=zebulon'), []);
  await newcomer.delete(`/api/invitations/org~${item.id}`);
  await installation.settled();
  const { body } = await jo.get(`/api/activity?subject=${item.id}`);
  assert.match(JSON.stringify(body), /MemberRemoved/u);
  assert.doesNotMatch(JSON.stringify(body), /Zebulon/u, 'nor if they decline');
  assert.deepEqual(await labels('q=zebulon'), []);
  bodyOf<Item>(await admin.post(PATH, { email, role: 'member' }), 201);
  await accept(newcomer);
  await installation.settled();
  assert.deepEqual(new Set(await labels('q=zebulon')), new Set(['Zebulon Quill']));
});
