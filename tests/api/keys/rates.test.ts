/** Rate limits: at most the limit in any window, and never a refusal within it. */
import assert from 'node:assert/strict';
import { Unavailable } from '../../../domain/errors.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { partnerKey, plugIn } from '../../support/plug-ins.ts';
import { servePublic, type Reply, type Served } from '../../support/serving.ts';
import { suite } from '../../support/suite.ts';

const ORCID = '0000-0002-1825-0097';

const counting = suite('a rate');

const installation = await counting.holds(openInstallation({ matching: false }));

const tally = (replies: readonly Reply[]): Readonly<Record<number, number>> => {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const times = <T>(count: number, ask: (n: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n)));

counting('of a partner’s key lets exactly the limit pass, across any number of listeners', async () => {
  const listeners: readonly Served[] = await times(8, () => servePublic(installation));
  const { headers } = await partnerKey(installation, { rateLimitPerMinute: 100 });
  const body = { orcid_ids: ['not an iD'] };
  const replies = await times(400, (n) => (listeners[n % 8] as Served).post('/api/ingest', body, headers));
  // A request refused for its input counts too.
  assert.deepEqual(tally(replies), { 400: 100, 429: 300 });
  const refused = replies.find(({ status }) => status === 429);
  assert.match(refused?.headers.get('retry-after') ?? '', /^\d+$/u);
  assert.equal(refused?.headers.get('ratelimit-policy'), '"default";q=100;w=60');
  assert.match(refused?.headers.get('ratelimit') ?? '', /^"default";r=0;t=\d+$/u);
  await Promise.all(listeners.map((each) => each.close()));
});

counting('of a credential is reported in every response, and separate for each credential', async () => {
  const served = await servePublic(installation, { rates: { address: 0, installation: 3 } });
  const [one, other] = [await plugIn(installation), await plugIn(installation)];
  const ask = (headers: Readonly<Record<string, string>>): Promise<Reply> =>
    served.get('/integrations/v1/works', { headers });
  for (const left of [2, 1, 0])
    assert.match((await ask(one.headers)).headers.get('ratelimit') ?? '', new RegExp(`^"default";r=${left};t=\\d+$`));
  const refused = await ask(one.headers);
  assert.deepEqual([refused.status, (refused.body as { code: string }).code], [429, 'rate_limited']);
  assert.equal((await ask(other.headers)).status, 200);
  await served.close();
});

counting(
  'of an address applies to open routes, not to /health, and X-Forwarded-For counts only from a trusted proxy',
  async () => {
    const rates = { address: 2, installation: 0 };
    const trusting = await servePublic(installation, {
      rates,
      trustsProxy: (address) => /^(?:::ffff:)?127\.0\.0\.1$/u.test(address),
    });
    const from = (address: string): Promise<Reply> =>
      trusting.get('/v1/publications', { headers: { 'x-forwarded-for': address } });
    assert.deepEqual(tally([await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.1')]), {
      200: 2,
      429: 1,
    });
    assert.equal((await from('192.0.2.2')).status, 200);
    // The first of several is the client's claim.
    assert.equal((await from('192.0.2.9, 192.0.2.1')).status, 429);
    assert.equal((await from('192.0.2.1, 127.0.0.1:4711')).status, 429);
    assert.deepEqual(
      tally([await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:db8:0:0:ffff::3')]),
      { 200: 2, 429: 1 },
    );
    // Some gateways include the port, which differs for each connection.
    for (const withPort of ['192.0.2.1:4711', '[2001:db8::1]:4711']) assert.equal((await from(withPort)).status, 429);
    assert.deepEqual(tally(await times(5, () => trusting.get('/health'))), { 200: 5 });
    await trusting.close();

    const wary = await servePublic(installation, { rates });
    const claims = ['192.0.2.77', '192.0.2.78', '192.0.2.79'].map((claimed) =>
      wary.get('/v1/publications', { headers: { 'x-forwarded-for': claimed } }),
    );
    assert.deepEqual(tally(await Promise.all(claims)), { 200: 2, 429: 1 });
    await wary.close();
  },
);

counting('resets when its window ends', async () => {
  let shift = 0;
  const counters = new Map<string, number>();
  const state = {
    ...installation.state,
    now: () => Promise.resolve(1_000_000 + shift),
    increment: (key: string, by: number, ttlMs: number) => {
      const window = `${key}@${Math.floor(shift / ttlMs)}`;
      const value = (counters.get(window) ?? 0) + by;
      counters.set(window, value);
      return Promise.resolve({ key, value, version: value, expiresAt: 1_000_000 + ttlMs });
    },
  };
  const served = await servePublic({ ...installation, state });
  const { headers } = await partnerKey(installation, { rateLimitPerMinute: 1 });
  const ask = (): Promise<Reply> => served.post('/api/ingest', { orcid_ids: ['not an iD'] }, headers);
  assert.equal((await ask()).status, 400);
  const refused = await ask();
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '60']);
  shift = 60_000;
  assert.equal((await ask()).status, 400);
  await served.close();
});

counting('is never exceeded, even when the response to a count was lost: that request counts', async () => {
  let unanswered = 2;
  const increment: Installation['state']['increment'] = async (...args) => {
    const counted = await installation.state.increment(...args);
    if (unanswered === 0) return counted;
    unanswered -= 1;
    throw new Unavailable('state', 'no answer in time');
  };
  const served = await servePublic({ ...installation, state: { ...installation.state, increment } });
  const { headers } = await partnerKey(installation, { rateLimitPerMinute: 5 });
  const replies: Reply[] = [];
  for (let n = 0; n < 8; n += 1) replies.push(await served.post('/api/ingest', { orcid_ids: ['not an iD'] }, headers));
  assert.deepEqual(tally(replies), { 503: 2, 400: 3, 429: 3 });
  const [lost] = replies;
  assert.equal(lost?.headers.get('retry-after'), '5');
  assert.match((lost?.body as { error: string }).error, /^the state cannot be reached/u);
  await served.close();
});

counting('queues nothing for a client that exceeds it', async () => {
  const served = await servePublic(installation);
  const { headers } = await partnerKey(installation, { rateLimitPerMinute: 1 });
  assert.equal((await served.post('/api/ingest', { orcid_ids: [ORCID] }, headers)).status, 202);
  const head = await installation.events.head();
  assert.equal((await served.post('/api/ingest', { orcid_ids: ['0000-0002-1694-233X'] }, headers)).status, 429);
  assert.equal(await installation.events.head(), head);
  await served.close();
});
