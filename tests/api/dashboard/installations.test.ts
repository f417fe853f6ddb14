/** Administrators create installations, verify their origins, and issue credentials. */
import assert from 'node:assert/strict';
import { bodyOf } from '../../support/dashboard.ts';
import { sendTo } from '../../support/plug-ins.ts';
import { servePublic, type Reply } from '../../support/serving.ts';
import { suite } from '../../support/suite.ts';
import { staffed } from '../../support/staffed.ts';

const PATH = '/api/installations';
const MADE = { platform: 'cms_a', display_name: 'The website', scopes: ['publications.read', 'works.read'] } as const;

type Origin = {
  readonly id: string;
  readonly verification_status: string;
  readonly verification_token: string;
  readonly verification_url: string;
};
type Credential = {
  readonly id: string;
  readonly credential: string;
  readonly status: string;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  readonly replaced_by: string | null;
  readonly issued_by: { readonly label: string };
};
type Item = {
  readonly id: string;
  readonly status: string;
  readonly origins: readonly Origin[];
  readonly credentials: readonly Credential[];
};

const installations = suite('an installation');

const { installation, jo, admin, stranger } = await staffed(installations, { matching: false });
const open = await installations.holds(servePublic(installation));

const made = async (fields: Readonly<Record<string, unknown>> = {}): Promise<Item> =>
  bodyOf<Item>(await admin.post(PATH, { ...MADE, ...fields }), 201);
const read = async (id: string): Promise<Item> => bodyOf<Item>(await admin.get(`${PATH}/${id}`));
const issue = async (id: string, body: unknown = {}): Promise<Credential> =>
  bodyOf<Credential>(await admin.post(`${PATH}/${id}/credentials`, body), 201);
const asPlugIn = (credential: string): Promise<Reply> =>
  open.get('/integrations/v1/works', { headers: { 'x-api-key': credential } });

installations('is created as a draft, listed, read and revised', async () => {
  const { id, status } = await made();
  assert.equal(status, 'draft');
  const list = await admin.get(`${PATH}?status=draft`);
  assert.ok(bodyOf<{ installations: readonly Item[] }>(list).installations.some((each) => each.id === id));
  const reply = await admin.patch(`${PATH}/${id}`, {
    display_name: 'New',
    description: 'Text',
    scopes: ['people.read'],
  });
  const { display_name: name, scopes } = reply.body as { display_name: string; scopes: readonly string[] };
  assert.deepEqual([name, scopes], ['New', ['people.read']]);
  assert.equal(
    (await admin.patch(`${PATH}/${id}`, { display_name: 'Newer' }, { headers: { 'if-match': '"0"' } })).status,
    412,
  );
});

installations('is accessible to administrators of its workspace only', async () => {
  const { id } = await made();
  for (const path of [PATH, `${PATH}/${id}`]) assert.equal((await jo.get(path)).status, 403);
  assert.equal((await jo.post(PATH, MADE)).status, 403);
  assert.equal((await jo.post(`${PATH}/${id}/credentials`, {})).status, 403);
  assert.equal((await stranger.get(`${PATH}/${id}`)).status, 404);
  for (const verb of ['activate', 'disable', 'revoke', 'archive', 'credentials'])
    assert.equal((await stranger.post(`${PATH}/${id}/${verb}`, verb === 'credentials' ? {} : undefined)).status, 404);
});

installations('shows members of its events no more than of itself, and nobody the hash of a credential', async () => {
  const { id } = await made();
  const { verification_token: token } = bodyOf<Origin>(
    await admin.post(`${PATH}/${id}/origins`, { origin: 'https://withheld.example.org' }),
    201,
  );
  await issue(id);
  await installation.settled();
  const listed = async (who: typeof jo) =>
    bodyOf<{ events: readonly { id: string; changes: readonly unknown[]; withheld?: true }[] }>(
      await who.get(`/api/activity?subject=${id}&subject_type=installation`),
    ).events;
  for (const { id: event, changes, withheld } of await listed(jo)) {
    assert.deepEqual([changes, withheld], [[], true]);
    const { data, changes: all } = bodyOf<{ data: unknown; changes: unknown }>(await jo.get(`/api/activity/${event}`));
    assert.deepEqual([data, all], [null, []]);
  }
  const full = await Promise.all((await listed(admin)).map((event) => admin.get(`/api/activity/${event.id}`)));
  assert.equal(full.length, 3);
  assert.ok(full.some(({ text }) => text.includes(token)));
  for (const reply of full) {
    const { data, withheld } = bodyOf<{ data: object; withheld?: true }>(reply);
    assert.equal(withheld, undefined);
    assert.ok(!('hash' in data));
  }
});

installations('is refused with an invalid field, which the refusal names', async () => {
  const bad: readonly unknown[] = [
    {},
    { ...MADE, platform: 'cms_c' },
    { ...MADE, display_name: '' },
    { ...MADE, display_name: '   ' },
    { ...MADE, scopes: ['everything'] },
    { ...MADE, id: 'Not An Id' },
    { ...MADE, status: 'active' },
  ];
  for (const body of bad) assert.equal((await admin.post(PATH, body)).status, 400, JSON.stringify(body));
  const { id } = await made({ id: 'chosen' });
  assert.equal(id, 'chosen');
  assert.equal((await admin.post(PATH, { ...MADE, id: 'chosen' })).status, 409);
  assert.equal((await admin.get(`${PATH}/nothing`)).status, 404);
});

installations('moves through its states, of which the last two are final', async () => {
  const { id } = await made();
  const move = async (verb: string): Promise<number> => (await admin.post(`${PATH}/${id}/${verb}`)).status;
  assert.equal(await move('disable'), 409);
  assert.equal(await move('activate'), 200);
  assert.equal(await move('activate'), 200);
  assert.equal(await move('disable'), 200);
  assert.equal(await move('activate'), 200);
  assert.equal(await move('revoke'), 200);
  for (const verb of ['activate', 'disable', 'archive']) assert.equal(await move(verb), 409);
  assert.equal((await admin.post(`${PATH}/${id}/credentials`, {})).status, 409);
  assert.equal((await read(id)).status, 'revoked');
});

installations(
  'gets the file that each origin must serve, and becomes active with the first verified origin',
  async () => {
    const { id } = await made();
    const reply = await admin.post(`${PATH}/${id}/origins`, { origin: 'HTTPS://www.Example.org:443' });
    const origin = bodyOf<Origin & { origin: string }>(reply, 201);
    assert.equal(origin.origin, 'https://www.example.org');
    assert.equal(origin.verification_status, 'pending');
    assert.ok(origin.verification_token.length >= 40);
    assert.equal(origin.verification_url, 'https://www.example.org/.well-known/colophon-verification');
    assert.equal((await read(id)).status, 'pending_verification');
    assert.equal((await admin.post(`${PATH}/${id}/origins`, { origin: 'https://www.example.org' })).status, 409);
    for (const wrong of [
      'example.org',
      'ftp://example.org',
      'https://example.org/path',
      'https://*.example.org',
      'https://u:p@example.org',
      'javascript:alert(1)',
    ])
      assert.equal((await admin.post(`${PATH}/${id}/origins`, { origin: wrong })).status, 400, wrong);

    await sendTo(installation, 'org', id, {
      type: 'RecordOriginCheck',
      originId: origin.id,
      attempt: 1,
      error: null,
      now: 1,
    });
    const verified = await read(id);
    assert.deepEqual([verified.status, verified.origins[0]?.verification_status], ['active', 'verified']);
    const revoked = await admin.post(`${PATH}/${id}/origins/${origin.id}/revoke`);
    assert.equal(bodyOf<Origin>(revoked).verification_status, 'revoked');
    assert.equal((await admin.post(`${PATH}/${id}/origins/${origin.id}/verify`)).status, 409);
    assert.equal((await admin.post(`${PATH}/${id}/origins/nothing/verify`)).status, 404);
  },
);

installations('shows a credential once, and when it was last used', async () => {
  const { id } = await made();
  await admin.post(`${PATH}/${id}/activate`);
  const issued = await issue(id);
  assert.match(issued.credential, /^coli_[0-9A-Za-z]{49}$/u);
  assert.equal(issued.last_used_at, null);
  assert.equal((await asPlugIn(issued.credential)).status, 200);
  const whole = await admin.get(`${PATH}/${id}`);
  assert.ok(!whole.text.includes(issued.credential));
  assert.ok(bodyOf<Item>(whole).credentials[0]?.last_used_at);
  assert.equal(bodyOf<Item>(whole).credentials[0]?.issued_by.label, admin.email);
  for await (const event of installation.events.readAll())
    assert.ok(!JSON.stringify(event).includes(issued.credential), event.type);
  for (const wrong of [{ expires_at: 1 }, { expires_at: 'soon' }, { forever: true }])
    assert.equal((await admin.post(`${PATH}/${id}/credentials`, wrong)).status, 400);
});

installations('rotates a credential with the chosen overlap', async () => {
  const { id } = await made();
  await admin.post(`${PATH}/${id}/activate`);
  const [gentle, abrupt] = [await issue(id), await issue(id, { expires_at: Date.now() + 3_600_000 })];
  const rotate = (old: Credential, body: unknown): Promise<Reply> =>
    admin.post(`${PATH}/${id}/credentials/${old.id}/rotate`, body);
  const first = await rotate(gentle, { overlap_seconds: 600 });
  const [next, second] = [bodyOf<Credential>(first), bodyOf<Credential>(await rotate(abrupt, { overlap_seconds: 0 }))];
  for (const { credential } of [gentle, next, second]) assert.equal((await asPlugIn(credential)).status, 200);
  assert.equal((await asPlugIn(abrupt.credential)).status, 403);
  const { credentials } = await read(id);
  assert.equal(credentials.find((each) => each.id === gentle.id)?.replaced_by, next.id);
  assert.equal(credentials.find((each) => each.id === abrupt.id)?.status, 'expired');
  assert.equal((await rotate(gentle, {})).status, 409);
  assert.equal((await rotate(next, { overlap_seconds: -1 })).status, 400);
});

installations('revokes a credential at once, on every listener', async () => {
  const { id } = await made();
  await admin.post(`${PATH}/${id}/activate`);
  const { id: credentialId, credential } = await issue(id);
  bodyOf(await admin.post(`${PATH}/${id}/credentials/${credentialId}/revoke`));
  assert.equal((await asPlugIn(credential)).status, 403);
  assert.equal((await admin.post(`${PATH}/${id}/credentials/${credentialId}/revoke`)).status, 200);
  assert.equal((await admin.post(`${PATH}/${id}/credentials/nothing/revoke`)).status, 404);
});

installations('is on the timeline, step by step, under its name', async () => {
  const { id } = await made({ display_name: 'Told about' });
  await admin.post(`${PATH}/${id}/activate`);
  await issue(id);
  await installation.settled();
  const { events } = bodyOf<{ events: readonly { event_type: string; subject: { id: string; label: string } }[] }>(
    await admin.get('/api/activity?per_page=100'),
  );
  const mine = events.filter(({ subject }) => subject.id === id);
  assert.deepEqual(
    mine.map(({ event_type: type }) => type),
    ['CredentialIssued', 'InstallationActivated', 'InstallationCreated'],
  );
  assert.equal(mine[0]?.subject.label, 'Told about');
});
