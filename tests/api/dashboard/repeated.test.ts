/** A request that is repeated because its response was lost changes nothing more, and still reports whether the rows show it. */
import assert from 'node:assert/strict';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { projectionKey } from '../../../projections/define.ts';
import { ingestionsProjection } from '../../../projections/ingestions.ts';
import { serveDashboard, type Person } from '../../support/dashboard.ts';
import { inventedOrcid } from '../../support/history/papers.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { idsOf, staffed } from '../../support/staffed.ts';
import { suite } from '../../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';

const repeated = suite('a repeated request');
const { installation, admin } = await staffed(repeated);

repeated('is pending while the rows do not show the effect of the first one', async () => {
  const { readModels } = installation;
  await ingestAll(installation, [CARBERRY]);
  const [edited, hidden, deleted, repaired] = idsOf(await admin.get('/api/publications'), 'publications');
  assert.ok(repaired);
  const requests = (person: Person) => [
    person.patch(`/api/publications/${edited}`, [{ op: 'add', path: '/note', value: 'read twice' }]),
    person.patch(`/api/publications/${hidden}`, [{ op: 'add', path: '/visible', value: false }]),
    person.delete(`/api/publications/${deleted}`),
    person.post('/api/publications/bulk', { ids: [deleted], action: 'delete' }),
    person.post('/api/site-tools/repair-author-links', { doi: repaired }),
    person.post('/api/ingest', { orcid_ids: [inventedOrcid(1)] }),
  ];
  for (const { status, headers, text } of await Promise.all(requests(admin))) {
    assert.ok(status < 300, text);
    assert.equal(headers.get('x-colophon-pending'), null);
  }

  const behind = new Set([catalogue, ingestionsProjection].map(projectionKey));
  await using late = await serveDashboard(installation, {
    visibleWithinMs: 0,
    readModels: {
      ...readModels,
      checkpoint: (key) =>
        behind.has(key) ? Promise.resolve({ position: 0, phase: 'live' }) : readModels.checkpoint(key),
    },
  });
  const again = await Promise.all(requests(await late.signIn('workspace_admin')));
  for (const { status, headers, text } of again) {
    assert.ok(status < 300, text);
    assert.ok(headers.get('x-colophon-pending'), text);
  }
});
