/** One key, one store, eight processes of the api role: the limit applies to all together. */
import assert from 'node:assert/strict';
import { openInstallation } from '../../support/installation.ts';
import { colophon } from '../../support/program.ts';
import { partnerKey } from '../../support/plug-ins.ts';
import { freshPlace } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';

const PROCESSES = 8;
const REQUESTS = 1_000;
const LIMIT = 100;

const FREE = { PUBLIC_PORT: '0', DASHBOARD_PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'error' };

const rates = suite('the rate of a key');
const place = await rates.holds(freshPlace({ forPrograms: true }));
const installation = await rates.holds(openInstallation({ matching: false, place }));

rates(`lets exactly ${LIMIT} of ${REQUESTS} requests pass, sent to ${PROCESSES} processes at once`, async () => {
  const { headers } = await partnerKey(installation, { rateLimitPerMinute: LIMIT });
  const programs = await Promise.all(
    Array.from({ length: PROCESSES }, () =>
      rates.holds(colophon({ ...place.env, ...FREE }, ['start', '--role', 'api'])),
    ),
  );
  const urls = await Promise.all(programs.map(async (each) => (await each.prints(/(?<=listens on )[^\s,]+/u))[0]));
  const statuses = await Promise.all(
    Array.from({ length: REQUESTS }, async (_, n) => {
      const response = await fetch(`${urls[n % PROCESSES] ?? ''}/api/ingest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ orcid_ids: ['0000-0002-1825-0097'] }),
      });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  const counts = Object.fromEntries(
    [...new Set(statuses)].map((each) => [each, statuses.filter((s) => s === each).length]),
  );
  assert.deepEqual(counts, { 202: LIMIT, 429: REQUESTS - LIMIT });
});
