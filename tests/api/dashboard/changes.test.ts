/** Following the changes of a workspace: by stream or polling, for those permitted, as long as they are. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { openStreams } from '../../../api/dashboard/changes/streams.ts';
import { endSession } from '../../../commands/identity/sessions.ts';
import { memberAggregate } from '../../../commands/aggregates.ts';
import { FOLLOWING } from '../../../domain/limits.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { bodyOf, serveDashboard, type Dashboard, type Person } from '../../support/dashboard.ts';
import { openEventStream, type EventStream, type ServerEvent } from '../../support/event-stream.ts';
import { staffed } from '../../support/staffed.ts';
import { suite } from '../../support/suite.ts';
import { dispatch } from '../../support/dispatch.ts';

type Changes = {
  readonly position: number;
  readonly changed: readonly { readonly type: string; readonly id: string }[];
  readonly has_more: boolean;
};

const changes = suite('the changes of a workspace');
const { installation, dashboard, jo, admin, stranger } = await staffed(changes);

let named = 0;
/** Creates a category in the workspace; returns its id. */
const change = async (who: Person): Promise<string> => {
  named += 1;
  const id = `c-${named}`;
  bodyOf(await who.post('/api/categories', { id, name: { en: id } }), 201);
  await installation.settled();
  return id;
};

const ask = async (who: Person, after?: number): Promise<Changes> =>
  bodyOf<Changes>(await who.get(`/api/changes${after === undefined ? '' : `?after=${after}`}`));

type Following = {
  readonly from?: Dashboard;
  readonly after?: number;
  readonly last?: string;
  readonly workspace?: string;
};

const follow = (
  who: Person,
  { from = dashboard, after, last, workspace = 'org' }: Following = {},
): Promise<EventStream> =>
  openEventStream(
    `${from.listening}/api/changes?workspace_id=${workspace}${after === undefined ? '' : `&after=${after}`}`,
    { cookie: `colophon_session=${who.token}`, ...(last !== undefined && { 'last-event-id': last }) },
  );

const idsIn = (received: ServerEvent | null): readonly string[] =>
  (received?.data as Changes | undefined)?.changed.map(({ id }) => id) ?? [];

changes('name only the records, and continue where the reader left off', async () => {
  const before = await ask(jo);
  assert.deepEqual([before.changed, before.has_more], [[], false]);
  const [one, other] = [await change(admin), await change(admin)];
  const now = await ask(jo, before.position);
  assert.ok(now.position > before.position);
  assert.deepEqual(
    now.changed,
    [other, one].map((id) => ({ type: 'category', id })),
  );
  assert.equal(now.has_more, false);
  assert.deepEqual((await ask(jo, now.position)).changed, []);
});

changes('are streamed as they happen, with a position from which another connection continues', async () => {
  const stream = await follow(jo);
  assert.equal(stream.status, 200);
  const first = await stream.next();
  assert.equal(first?.event, 'heartbeat');
  const one = await change(admin);
  const received = await stream.nextOf('change');
  assert.deepEqual(received?.data, {
    position: Number(received?.id),
    changed: [{ type: 'category', id: one }],
    has_more: false,
  });
  stream.close();

  const missed = await change(admin);
  const again = await follow(jo, { last: received?.id ?? '', after: 0 });
  assert.deepEqual(idsIn(await again.next()), [missed]);
  again.close();
});

changes('are the same from every process, wherever the projector runs', async () => {
  await using second = await serveDashboard(installation);
  const streams = await Promise.all([follow(jo), follow(jo, { from: second })]);
  for (const stream of streams) assert.equal((await stream.next())?.event, 'heartbeat');
  const id = await change(admin);
  const received = await Promise.all(streams.map((stream) => stream.nextOf('change')));
  assert.deepEqual(received.map(idsIn), [[id], [id]]);
  const [{ id: last = '' } = {}] = received.map((each) => ({ id: each?.id ?? '' }));
  const missed = await change(admin);
  for (const from of [dashboard, second]) {
    const resumed = await follow(jo, { from, last });
    assert.deepEqual(idsIn(await resumed.next()), [missed]);
    resumed.close();
  }
  for (const stream of streams) stream.close();
});

changes('do not include those of another workspace', async () => {
  const { position } = await ask(jo);
  const stream = await follow(jo, { after: position });
  await change(stranger);
  const own = await change(admin);
  assert.deepEqual(idsIn(await stream.nextOf('change')), [own]);
  stream.close();
  assert.deepEqual((await ask(jo, position)).changed, [{ type: 'category', id: own }]);

  for (const refused of [await follow(jo, { workspace: 'other' }), await follow(stranger)])
    assert.equal(refused.status, 403);
  const { status, body } = await jo.get('/api/changes?workspace_id=other');
  assert.deepEqual([status, (body as { details: unknown }).details], [403, { parameter: 'workspace_id' }]);
});

changes('beyond the size of a response are announced as more', async () => {
  const { position } = await ask(jo);
  for (let n = 0; n <= FOLLOWING.records; n += 1) {
    named += 1;
    await admin.post('/api/categories', { id: `c-${named}`, name: { en: 'x' } });
  }
  await installation.settled();
  const found = await ask(jo, position);
  assert.deepEqual([found.changed.length, found.has_more], [FOLLOWING.records, true]);
  const ahead = await ask(jo, found.position + 1_000);
  assert.deepEqual([ahead.position, ahead.changed, ahead.has_more], [found.position, [], true]);
});

changes('are refused without a session, and after an invalid position', async () => {
  assert.equal((await openEventStream(`${dashboard.listening}/api/changes?workspace_id=org`)).status, 401);
  for (const last of ['x', '-1', '1'.repeat(17), '9'.repeat(16)]) {
    const refused = await follow(jo, { last });
    assert.equal(refused.status, 400, last);
    refused.close();
  }
  assert.equal((await jo.get('/api/changes?after=x')).status, 400);
});

changes('end with the session, before another change is sent', async () => {
  for (const end of [
    (who: Person) => endSession(installation, who.token ?? ''),
    (who: Person) =>
      fetch(`${dashboard.listening}/auth/logout`, {
        method: 'POST',
        headers: { authorization: `Bearer ${who.token}` },
      }),
    async (who: Person) => {
      await dispatch(installation, memberAggregate, who.userId ?? '', {
        type: 'RemoveMember',
        userId: who.userId ?? '',
        by: 'superadmin',
      });
      await installation.settled();
    },
  ]) {
    const who = await dashboard.signIn('member');
    const stream = await follow(who);
    assert.equal((await stream.next())?.event, 'heartbeat');
    await end(who);
    await change(admin);
    assert.equal(await stream.next(), null);
  }
});

changes('report that they are followed, and that a session has ended, even if nothing changes', async () => {
  await using quick = await serveDashboard(installation, { heartbeatMs: 30 });
  const who = await quick.signIn('member');
  const stream = await follow(who, { from: quick });
  for (let n = 0; n < 3; n += 1) assert.equal((await stream.next())?.event, 'heartbeat');
  await endSession(installation, who.token ?? '');
  await stream.ended();
});

changes('do not keep a session alive', async () => {
  const puts: string[] = [];
  const state = {
    ...installation.state,
    get: (key: string) => installation.state.get(key),
    now: async () => (await installation.state.now()) + 3_600_000,
    put: (key: string, ...rest: [never]) => {
      puts.push(key);
      return installation.state.put(key, ...rest);
    },
  };
  await using later = await serveDashboard(installation, { state, heartbeatMs: 10 });
  const who = await dashboard.signIn('member');
  const stream = await follow(who, { from: later });
  for (let n = 0; n < 3; n += 1) await stream.next();
  stream.close();
  const session = { authorization: `Bearer ${who.token}` };
  assert.equal((await fetch(`${later.listening}/api/changes`, { headers: session })).status, 200);
  const extended = (): readonly string[] => puts.filter((key) => key.startsWith('session/'));
  assert.deepEqual(extended(), []);
  // A user's own request does, by the same clock.
  assert.equal((await fetch(`${later.listening}/me`, { headers: session })).status, 200);
  assert.equal(extended().length, 1);
});

changes('are limited in readers per user and in total, and free a place when one leaves', async () => {
  await using few = await serveDashboard(installation, { streams: openStreams({ perUser: 2, inAll: 3 }) });
  const [jo, ada] = [await few.signIn('member'), await few.signIn('member')];
  const [one] = [await follow(jo, { from: few }), await follow(jo, { from: few })];
  const tooMany = await follow(jo, { from: few });
  assert.equal(tooMany.status, 429);
  assert.ok(Number(tooMany.headers['retry-after']) > 0);
  const third = await follow(ada, { from: few });
  assert.equal(third.status, 200);
  assert.equal((await follow(ada, { from: few })).status, 503);
  one?.close();
  for (let status = 0; status !== 200; await pause(5)) {
    const next = await follow(ada, { from: few });
    status = next.status;
  }
});

changes('stop while a store is down, and resume afterwards', async () => {
  let isAway = false;
  const readModels = new Proxy(installation.readModels, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as unknown;
      if (name !== 'find' || typeof value !== 'function') return value;
      return (...args: unknown[]) =>
        isAway ? Promise.reject(new Unavailable('read models', 'away')) : (value.apply(target, args) as unknown);
    },
  });
  await using faulty = await serveDashboard(installation, { readModels });
  const who = await faulty.signIn('member');
  const stream = await follow(who, { from: faulty });
  const first = await stream.next();
  isAway = true;
  const missed = await change(admin);
  await stream.ended();
  isAway = false;
  const again = await follow(who, { from: faulty, last: first?.id ?? '' });
  assert.ok(idsIn(await again.next()).includes(missed));
});
