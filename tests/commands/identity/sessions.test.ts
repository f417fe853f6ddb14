/** Sessions: how long they last, and that a session that ended cannot be revived. */
import assert from 'node:assert/strict';
import { endSession, findSession, openSession } from '../../../commands/identity/sessions.ts';
import { signInLinks } from '../../../commands/identity/one-time.ts';
import { userByIdentity, type Identity } from '../../../commands/identity/identities.ts';
import { userByEmail } from '../../../commands/identity/users.ts';
import type { StateStore } from '../../../commands/ports.ts';
import type { Stores } from '../../../infra/wiring/stores.ts';
import { randomIds } from '../../../infra/system.ts';
import { freshPlace, type Place } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';

const HOUR = 3_600_000;
const sessions = suite('a session');
let place: Place;
let stores: Stores;
let state: StateStore;
let now = Date.now();

const begin = async (): Promise<void> => {
  place = await freshPlace();
  stores = await place.open();
  state = { ...stores.state, now: () => Promise.resolve(now) };
};
const end = async (): Promise<void> => {
  await stores.close();
  await place.remove();
};
sessions.before(begin);
sessions.after(end);

const open = (): Promise<string> => openSession({ state }, { userId: 'u1', source: 'local' });

sessions('is found by its token, of which only the hash is stored', async () => {
  const token = await open();
  assert.equal((await findSession({ state }, token))?.userId, 'u1');
  for (const { key, value } of await state.list('session/'))
    assert.ok(!`${key}${JSON.stringify(value)}`.includes(token));
  assert.equal(await findSession({ state }, `${token}x`), null);
});

sessions('lasts seven days at most, however much it is used', async () => {
  const token = await open();
  const opened = now;
  for (now = opened; now < opened + 7 * 24 * HOUR; now += 6 * HOUR)
    assert.ok(await findSession({ state }, token), `after ${(now - opened) / HOUR} h`);
  assert.equal(await findSession({ state }, token), null);
  now = Date.now();
});

sessions('is kept for twelve hours from its last use', async () => {
  const token = await open();
  const [before] = (await state.list('session/')).filter(({ expiresAt }) => expiresAt !== null).slice(-1);
  assert.ok(before);
  const expiry = async (): Promise<number> => {
    const all = await state.list('session/');
    return Math.max(...all.map(({ expiresAt }) => expiresAt ?? 0));
  };
  const first = await expiry();
  now += HOUR;
  await findSession({ state }, token);
  assert.ok((await expiry()) >= first);
  now = Date.now();
});

sessions('is not extended by background requests of a page', async () => {
  const token = await open();
  now += 11 * HOUR;
  assert.ok(await findSession({ state }, token, 'in_background'));
  now += 2 * HOUR;
  assert.equal(await findSession({ state }, token), null);
  now = Date.now();
});

sessions('is not revived by a request that arrives while it is being ended', async () => {
  const token = await open();
  now += HOUR;
  const slow: StateStore = {
    ...state,
    put: async (...args) => {
      await endSession({ state }, token);
      return state.put(...args);
    },
  };
  await findSession({ state: slow }, token);
  assert.equal(await findSession({ state }, token), null);
  now = Date.now();
});

sessions('is extended by use even if the clock was set back a day', async () => {
  now += 24 * HOUR;
  const token = await open();
  now -= 24 * HOUR;
  const session = await findSession({ state }, token);
  assert.ok(session);
  assert.ok(((await findSession({ state }, token))?.usedAt ?? Infinity) <= now);
  now = Date.now();
});

sessions('is opened only once by a link, even if two press the button', async () => {
  const secret = await signInLinks.issue({ state }, { userId: 'u1' });
  const pressed = await Promise.all([signInLinks.redeem({ state }, secret), signInLinks.redeem({ state }, secret)]);
  assert.deepEqual(
    pressed.filter((user) => user !== null),
    [{ userId: 'u1' }],
  );
});

const users = suite('a user');
users.before(begin);
users.after(end);
const directory = (): { state: StateStore; ids: typeof randomIds } => ({ state, ids: randomIds });
const identity = (subject: string, more: Partial<Identity> = {}): Identity => ({
  issuer: 'https://id.example',
  subject,
  email: 'ada@example.org',
  emailVerified: true,
  name: null,
  ...more,
});

users('is the same for an address, however often and concurrently it is requested', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => userByEmail(directory(), ' Ada@Example.org')));
  assert.equal(new Set(made.map(({ id }) => id)).size, 1);
});

users('who signed in before being invited remains the same user', async () => {
  const early = await userByIdentity(directory(), identity('early', { email: 'Early@example.org' }));
  assert.equal((await userByEmail(directory(), 'early@example.org')).id, early.id);
  assert.equal((await userByIdentity(directory(), identity('early', { email: 'early@example.org' }))).id, early.id);
  const claimed = await userByIdentity(
    directory(),
    identity('liar', { email: 'boss@example.org', emailVerified: false }),
  );
  assert.equal(claimed.email, null);
  assert.notEqual((await userByEmail(directory(), 'boss@example.org')).id, claimed.id);
});

users('accepts an invitation once per issuer, and only by a verified address', async () => {
  const invited = await userByEmail(directory(), 'ada@example.org');
  const unverified = await userByIdentity(directory(), identity('mallory', { emailVerified: false }));
  assert.notEqual(unverified.id, invited.id);
  const [first, again] = await Promise.all([
    userByIdentity(directory(), identity('ada')),
    userByIdentity(directory(), identity('ada')),
  ]);
  assert.deepEqual([first.id, again.id], [invited.id, invited.id]);
  assert.notEqual((await userByIdentity(directory(), identity('eve'))).id, invited.id);
  const elsewhere = await userByIdentity(directory(), identity('ada', { issuer: 'https://other.example' }));
  assert.equal(elsewhere.id, invited.id);
});
