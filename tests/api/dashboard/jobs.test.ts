/** Administrators list and cancel the long jobs of their workspace. */
import assert from 'node:assert/strict';
import { newCaller } from '../../../commands/caller.ts';
import { queueUndo } from '../../../commands/undo/jobs.ts';
import { randomIds } from '../../../infra/system.ts';
import { bodyOf, serveDashboard, type Dashboard, type Person } from '../../support/dashboard.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';

type Job = Readonly<Record<'id' | 'kind' | 'status', string>> & {
  readonly requested_by: { readonly id: string };
  readonly error: { readonly code: string } | null;
};

const jobs = suite('the long jobs of a workspace');
let installation: Installation;
let dashboard: Dashboard;
let jo: Person;
let admin: Person;

jobs.before(async () => {
  installation = await openInstallation({ matching: false });
  dashboard = await serveDashboard(installation);
  [jo, admin] = [await dashboard.signIn('member'), await dashboard.signIn('workspace_admin')];
});
jobs.after(async () => {
  await dashboard.close();
  await installation.stop();
});

const listed = async (who: Person): Promise<readonly Job[]> =>
  bodyOf<{ jobs: readonly Job[] }>(await who.get('/api/jobs')).jobs;

jobs('are listed and cancelled by its administrators, whoever asked for them', async () => {
  const ids = Array.from({ length: 101 }, (_, n) => `10.5555/absent.${n}`);
  const batch = bodyOf<Job>(await jo.post('/api/publications/batches', { action: 'hide', ids }), 202);
  const by = { role: 'member', at: Date.now() } as const;
  const actor = { type: 'user', id: String(jo.userId) } as const;
  const undo = await queueUndo(installation, { cause: 'one', upTo: 7, by }, 1, newCaller(randomIds, 'org', actor));
  assert.deepEqual(
    (await listed(admin)).map(({ id, kind, status, requested_by: { id: who } }) => [id, kind, status, who]),
    [
      [batch.id, 'publication_batch', 'queued', jo.userId],
      [undo.id, 'undo', 'queued', jo.userId],
    ],
  );
  for (const { id } of [batch, undo]) {
    bodyOf(await jo.post(`/api/jobs/${id}/cancel`), 403);
    bodyOf(await admin.post(`/api/jobs/${id}/cancel`));
    bodyOf(await admin.post(`/api/jobs/${id}/cancel`), 404);
  }
  assert.deepEqual(await listed(admin), []);
  for (const path of [`/api/publications/batches/${batch.id}`, `/api/undos/${undo.id}`]) {
    const { status, error } = bodyOf<Job>(await jo.get(path));
    assert.deepEqual([status, error?.code], ['failed', 'cancelled']);
  }
});

jobs('do not exist in another workspace', async () => {
  const root = await dashboard.signIn('superadmin');
  bodyOf(await root.post('/api/workspaces', { id: 'other' }), 201);
  const stranger = await dashboard.signIn('workspace_admin', { workspace: 'other' });
  const ids = Array.from({ length: 101 }, (_, n) => `10.5555/absent.${n}`);
  const { id } = bodyOf<Job>(await jo.post('/api/publications/batches', { action: 'hide', ids }), 202);
  assert.deepEqual(await listed(stranger), []);
  bodyOf(await stranger.post(`/api/jobs/${id}/cancel`), 404);
  assert.equal((await listed(admin)).length, 1);
});
