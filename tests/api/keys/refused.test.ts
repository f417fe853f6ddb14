/** Requests with a refused key are counted in bounded storage. */
import assert from 'node:assert/strict';
import { apiKeyAggregate } from '../../../commands/aggregates.ts';
import { everyRecord } from '../../../commands/every-record.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { bodyOf, serveDashboard } from '../../support/dashboard.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { partnerKey } from '../../support/plug-ins.ts';
import { servePublic } from '../../support/serving.ts';
import { suite } from '../../support/suite.ts';
import { dispatch } from '../../support/dispatch.ts';

const MINUTE = 60_000;
const REQUESTS = 150;

const refusing = suite('a refused key');

const installation = await refusing.holds(openInstallation({ matching: false }));

const records = async (): Promise<number> => {
  let count = 0;
  for await (const { key } of everyRecord(installation.state, '')) if (!key.startsWith('lease/')) count += 1;
  return count;
};

const revoked = async (): Promise<{ keyHash: string; headers: Readonly<Record<string, string>> }> => {
  const key = await partnerKey(installation);
  await dispatch(installation, apiKeyAggregate, key.keyHash, { type: 'RevokeApiKey', replacedBy: null });
  await installation.settled();
  return key;
};

const at = (minute: number): Installation => ({ ...installation, clock: { now: () => minute * MINUTE + 12_345 } });

const flood = async (minute: number, headers: Readonly<Record<string, string>>): Promise<readonly number[]> => {
  const served = await servePublic(at(minute));
  const requests = Array.from({ length: REQUESTS }, () => served.post('/api/ingest', {}, headers));
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  await served.close();
  return statuses;
};

refusing(
  'leaves one counter per minute and one per day, however often it is tried, and the dashboard shows it',
  async () => {
    const { keyHash, headers } = await revoked();
    const before = await records();
    assert.deepEqual(new Set(await flood(30_000_000, headers)), new Set([403]));
    assert.equal((await records()) - before, 2);
    await flood(30_000_000, headers);
    assert.equal((await records()) - before, 2);
    await flood(30_000_001, headers);
    assert.equal((await records()) - before, 3);

    const dashboard = await serveDashboard(installation);
    const admin = await dashboard.signIn('workspace_admin');
    const { uses } = bodyOf<{ uses: unknown }>(await admin.get(`/api/site-tools/api-keys/${keyHash}/uses`));
    const refusals = { operation: null, outcome: 'credential_inactive', address: null, correlation_id: null };
    assert.deepEqual(uses, [
      { ...refusals, at: 30_000_001 * MINUTE, count: REQUESTS },
      { ...refusals, at: 30_000_000 * MINUTE, count: 2 * REQUESTS },
    ]);
    await dashboard.close();
  },
);

refusing('beyond its rate adds only to the refusals, not to the allowed uses', async () => {
  const { headers } = await partnerKey(installation, { rateLimitPerMinute: 2 });
  const before = await records();
  await flood(31_000_000, headers);
  // Two uses, when the key was last used, its rate, the count of the minute, and both counts of the day.
  assert.equal((await records()) - before, 7);
});

refusing('is refused even if that cannot be counted', async () => {
  const { headers } = await revoked();
  const state = { ...installation.state, increment: () => Promise.reject(new Unavailable('state', 'away')) };
  const served = await servePublic({
    ...installation,
    state: Object.setPrototypeOf(state, installation.state) as typeof state,
  });
  assert.equal((await served.post('/api/ingest', {}, headers)).status, 403);
  await served.close();
});
