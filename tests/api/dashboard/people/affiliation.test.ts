/** Affiliations of people: one at a time, whoever changes it and however often. */
import assert from 'node:assert/strict';
import { inventedOrcid } from '../../../support/history/papers.ts';
import { bodyOf } from '../../../support/dashboard.ts';
import { staffed } from '../../../support/staffed.ts';
import { suite } from '../../../support/suite.ts';
import { typesIn } from '../../../support/event-stores.ts';

type Affiliation = {
  readonly entity_id: string;
  readonly entity_name: unknown;
  readonly starts_at: number;
  readonly ends_at: number | null;
};
type Detail = { readonly affiliation: Affiliation | null; readonly affiliations: readonly Affiliation[] };

const affiliations = suite('the affiliations of a person');
const { installation, jo, admin, stranger } = await staffed(affiliations);
let next = 0;
/** A new person. */
const registered = async (): Promise<string> => {
  const orcid = inventedOrcid((next += 1));
  await jo.post('/api/people', { orcid });
  return `/api/people/${orcid}`;
};
const detail = async (at: string): Promise<Detail> => bodyOf<Detail>(await jo.get(at));
const events = async (at: string): Promise<readonly string[]> => {
  return typesIn(installation, `person-org~${at.slice(-19)}`);
};

for (const id of ['lab', 'kiln', 'oven']) await admin.post('/api/entities', { id, name: id });

affiliations('begin now by default', async () => {
  const at = await registered();
  const before = Date.now();
  const reply = await jo.patch(`${at}/affiliation`, { entity_id: 'lab', status: 'org' });
  const begun = bodyOf<Affiliation>(reply);
  assert.ok(begun.starts_at >= before && begun.starts_at <= Date.now());
  assert.deepEqual([begun.entity_name, begun.ends_at], ['lab', null]);
});

affiliations('requested by many at once, without a start, begin once', async () => {
  const at = await registered();
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      (index % 2 === 0 ? jo : admin).patch(`${at}/affiliation`, { entity_id: 'lab', status: 'org' }),
    ),
  );
  assert.equal(new Set(replies.map((reply) => bodyOf<Affiliation>(reply).starts_at)).size, 1);
  assert.deepEqual(await events(at), ['PersonRegistered', 'AffiliationStarted']);
});

affiliations('changed by many at once follow one another without a gap', async () => {
  const at = await registered();
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      (index % 2 === 0 ? jo : admin).patch(`${at}/affiliation`, {
        entity_id: index % 2 === 0 ? 'lab' : 'kiln',
        status: 'org',
        starts_at: 1_000 + index,
      }),
    ),
  );
  assert.ok(replies.every(({ status }) => status === 200));
  const { affiliation, affiliations: all } = await detail(at);
  assert.equal(all.length, 12);
  assert.deepEqual(
    all.map(({ ends_at }) => ends_at === null),
    [true, ...all.slice(1).map(() => false)],
  );
  assert.equal(affiliation?.starts_at, all[0]?.starts_at);
  for (const [index, { starts_at, ends_at }] of all.slice(1).entries())
    assert.equal(ends_at, Math.max(starts_at, Number(all[index]?.starts_at)));
});

affiliations('are changed only at the expected version', async () => {
  const at = await registered();
  const headers = { 'if-match': (await jo.get(at)).headers.get('etag') ?? '' };
  const changed = await jo.patch(`${at}/affiliation`, { entity_id: 'lab', status: 'org' }, { headers });
  assert.equal(changed.status, 200);
  assert.equal((await jo.patch(`${at}/affiliation`, { entity_id: 'kiln', status: 'org' }, { headers })).status, 412);
  assert.equal((await jo.patch(at, { name: 'x' }, { headers })).status, 412);
  const tag = { 'if-match': changed.headers.get('etag') ?? '' };
  const named = await jo.patch(at, { name: 'Ada' }, { headers: tag });
  assert.equal(named.status, 200);
  const last = { headers: { 'if-match': named.headers.get('etag') ?? '' } };
  assert.equal((await jo.post(`${at}/archive`, undefined, last)).status, 200);
  assert.equal((await jo.post(`${at}/unarchive`, undefined, last)).status, 412);
});

affiliations('keep the name of an archived entity, which accepts no new people', async () => {
  const [there, new_] = [await registered(), await registered()];
  await jo.patch(`${there}/affiliation`, { entity_id: 'oven', status: 'org' });
  await admin.patch('/api/entities/oven', { name: { en: 'Oven', de: 'Ofen' } });
  await admin.post('/api/entities/oven/archive');
  assert.deepEqual((await detail(there)).affiliation?.entity_name, { en: 'Oven', de: 'Ofen' });

  const refused = await jo.patch(`${new_}/affiliation`, { entity_id: 'oven', status: 'org' });
  assert.equal(refused.status, 400);
  assert.ok(refused.text.includes('entity_id') && refused.text.includes('archived'), refused.text);
  assert.equal((await detail(new_)).affiliation, null);
  assert.equal((await jo.patch(`${there}/affiliation`, { entity_id: 'oven', status: 'org' })).status, 200);
  assert.equal((await jo.patch(`${there}/affiliation`, { entity_id: 'oven', status: 'external' })).status, 400);

  await jo.patch(`${there}/affiliation`, { entity_id: 'lab', status: 'org' });
  assert.deepEqual((await detail(there)).affiliations[1]?.entity_name, { en: 'Oven', de: 'Ofen' });
  await admin.post('/api/entities/oven/unarchive');
  assert.equal((await jo.patch(`${new_}/affiliation`, { entity_id: 'oven', status: 'org' })).status, 200);
});

affiliations('can have their dates corrected and be ended, without keeping the wrong ones', async () => {
  const at = await registered();
  await admin.post('/api/entities', { id: 'shed', name: 'Shed' });
  const change = async (more: object, query = ''): Promise<Affiliation> =>
    bodyOf<Affiliation>(await jo.patch(`${at}/affiliation${query}`, { entity_id: 'shed', status: 'org', ...more }));
  const endedAt = async (ends_at: number): Promise<number> =>
    (await jo.patch(`${at}/affiliation?ends_at=${ends_at}`, { entity_id: 'shed', status: 'org' })).status;
  await change({ starts_at: 2_000 });
  await admin.post('/api/entities/shed/archive');
  for (const starts_at of [1_000, 5_000]) {
    assert.equal((await change({ starts_at }, '?corrects=true')).starts_at, starts_at);
    const { affiliation, affiliations: all } = await detail(at);
    assert.deepEqual([affiliation?.starts_at, all.length], [starts_at, 1]);
  }
  assert.equal(await endedAt(4_000), 400);
  assert.equal(await endedAt(Date.now() + 86_400_000), 400);
  const over = await change({ starts_at: 3_000 }, '?corrects=true&ends_at=4000');
  assert.deepEqual([over.starts_at, over.ends_at], [3_000, 4_000]);
  const { affiliation, affiliations: all } = await detail(at);
  assert.deepEqual([affiliation, all.map(({ starts_at, ends_at }) => [starts_at, ends_at])], [null, [[3_000, 4_000]]]);
  assert.equal(await endedAt(4_000), 409);
});

affiliations('are restored when a change is undone, and changed again when the undo is', async () => {
  const at = await registered();
  const undoLast = async (): Promise<void> => {
    const { history } = bodyOf<{ history: readonly { readonly id: string }[] }>(await jo.get(`${at}/history`));
    bodyOf(await jo.post(`/api/activity/${history[0]?.id}/undo`, {}));
  };
  const spans = async (): Promise<unknown> =>
    (await detail(at)).affiliations.map(({ entity_id, starts_at, ends_at }) => [entity_id, starts_at, ends_at]);
  const org = { entity_id: 'org', status: 'org', starts_at: 1_600_000_000_000 };

  bodyOf(await jo.patch(`${at}/affiliation`, org));
  const [none, first] = [[], [['org', org.starts_at, null]]];
  for (const expected of [none, first, none, first]) {
    await undoLast();
    assert.deepEqual(await spans(), expected);
  }
  bodyOf(await jo.patch(`${at}/affiliation`, { entity_id: 'kiln', status: 'org', starts_at: 1_700_000_000_000 }));
  const second = await spans();
  for (const expected of [first, second, first, second]) {
    await undoLast();
    assert.deepEqual(await spans(), expected);
  }
});

affiliations('are limited to entities of the workspace', async () => {
  const at = await registered();
  await stranger.post('/api/entities', { id: 'theirs', name: 'Theirs' });
  assert.equal((await jo.patch(`${at}/affiliation`, { entity_id: 'theirs', status: 'org' })).status, 404);
  assert.equal((await jo.patch(`${at}/affiliation`, { entity_id: 'a~b', status: 'org' })).status, 404);
  assert.equal((await stranger.patch(`${at}/affiliation`, { entity_id: 'org', status: 'org' })).status, 404);
  assert.deepEqual(await events(at), ['PersonRegistered']);
});

affiliations('of the past are added, corrected and removed, each as one event that can be undone', async () => {
  const at = await registered();
  const correct = (before: unknown, after: unknown) => jo.post(`${at}/past-affiliations`, { before, after });
  const past = { entity_id: 'lab', status: 'org', starts_at: 1_000, ends_at: 2_000 };
  const recorded = async () => (await detail(at)).affiliations.map(({ entity_name: _name, ...each }) => each);
  bodyOf(await correct(null, past));
  bodyOf(await correct(past, { ...past, entity_id: 'kiln', ends_at: 3_000 }));
  assert.deepEqual(await recorded(), [{ ...past, entity_id: 'kiln', ends_at: 3_000 }]);
  bodyOf(await correct(past, { ...past, entity_id: 'kiln', ends_at: 3_000 }));
  assert.equal((await correct({ ...past, starts_at: 7 }, past)).status, 404);
  for (const [field, after] of [
    ['ends_at', { ...past, ends_at: 500 }],
    ['ends_at', { ...past, ends_at: Date.now() + 86_400_000 }],
    ['status', { ...past, status: 'guest' }],
    ['entity_id', { ...past, entity_id: 'nowhere' }],
  ] as const)
    assert.match((await correct(null, after)).text, new RegExp(field, 'u'));
  const removed = await correct({ ...past, entity_id: 'kiln', ends_at: 3_000 }, null);
  assert.deepEqual(await recorded(), []);
  bodyOf(await jo.post(`/api/activity/causes/${removed.headers.get('x-request-id')}/undo`, {}));
  assert.equal((await recorded()).length, 1);
});
