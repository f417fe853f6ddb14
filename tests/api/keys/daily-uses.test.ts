/** The daily uses of a key, as charted by the dashboard. */
import assert from 'node:assert/strict';
import { apiKeyAggregate } from '../../../commands/aggregates.ts';
import { bodyOf, serveDashboard } from '../../support/dashboard.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { partnerKey } from '../../support/plug-ins.ts';
import { servePublic } from '../../support/serving.ts';
import { suite } from '../../support/suite.ts';
import { dispatch } from '../../support/dispatch.ts';

type Day = { readonly day: string; readonly admitted: number; readonly refused: number };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const daily = suite("a key's uses by day");
const installation = await daily.holds(openInstallation({ matching: false }));

const at = (now: number): Installation => ({ ...installation, clock: { now: () => now } });

const used = async (times: number, now: number, headers: Readonly<Record<string, string>>): Promise<void> => {
  const served = await servePublic(at(now));
  // Without a body the request is refused, but the key is accepted.
  await Promise.all(Array.from({ length: times }, () => served.post('/api/ingest', {}, headers)));
  await served.close();
};

const shownAt = async (now: number, hash: string, token: string): Promise<readonly Day[]> => {
  const dashboard = await serveDashboard(at(now));
  const reply = await dashboard.nobody.get(`/api/site-tools/api-keys/${hash}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await dashboard.close();
  return bodyOf<{ uses_by_day: readonly Day[] }>(reply).uses_by_day;
};

daily('are counted per day in UTC for the last thirty, allowed and refused separately', async () => {
  const dashboard = await serveDashboard(installation);
  const { token } = await dashboard.signIn('workspace_admin');
  await dashboard.close();
  const { keyHash, headers } = await partnerKey(installation);
  const midnight = Math.ceil(Date.now() / DAY) * DAY - DAY;
  await used(3, midnight - 2 * DAY, headers);
  await used(2, midnight - HOUR, headers);
  await used(1, midnight, headers);
  await dispatch(installation, apiKeyAggregate, keyHash, { type: 'ChangeApiKey', isActive: false });
  await installation.settled();
  await used(2, midnight, headers);

  const days = await shownAt(midnight + HOUR, keyHash, token ?? '');
  const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
  assert.deepEqual(days.slice(-3), [
    { day: dateOf(midnight - 2 * DAY), admitted: 3, refused: 0 },
    { day: dateOf(midnight - DAY), admitted: 2, refused: 0 },
    { day: dateOf(midnight), admitted: 1, refused: 2 },
  ]);
  assert.equal(days.length, 30);
  assert.ok(days.slice(0, -3).every(({ admitted, refused }) => admitted + refused === 0));

  const later = await shownAt(midnight + 28 * DAY, keyHash, token ?? '');
  assert.deepEqual(
    later.slice(0, 2).map(({ admitted }) => admitted),
    [2, 1],
  );
});
