import assert from 'node:assert/strict';
import { measuredOf } from '../../../../infra/telemetry/metrics/catalogue.ts';
import { pageOf } from '../../../../infra/telemetry/metrics/measures.ts';
import { suite } from '../../../support/suite.ts';
import { samplesOf } from './scraped.ts';

const measuring = suite('metrics that cannot be collected');

measuring('are missing, since a 0 would mean that nothing lags', async () => {
  const unknown = { projections: null, matching: null, poison: null, backupAgeMs: null, jobs: null };
  const measured = await measuredOf({ version: '1.2.3', stores: [], roles: [], ...unknown });
  const { text } = await pageOf([measured, []]);
  assert.deepEqual(samplesOf(text), [{ name: 'colophon_build_info', labels: { version: '1.2.3' }, value: 1 }]);
});
