/** Websites and partners with keys, in every state that their pages show. */
import { countOnDay, DAYS_SHOWN, USES_KEPT_MS } from '../../../commands/credentials/daily-uses.ts';
import { recordUse } from '../../../commands/credentials/uses.ts';
import { randomIds } from '../../../infra/system.ts';
import { bodyOf } from '../../support/dashboard.ts';
import { sendTo } from '../../support/plug-ins.ts';
import type { Staff } from '../../support/staffed.ts';

const DAY_MS = 24 * 3_600_000;

type Made = { readonly id: string };

/** Used on most days, sometimes refused. */
const used = async ({ installation }: Pick<Staff, 'installation'>, hash: string): Promise<void> => {
  const now = Date.now();
  for (let ago = 0; ago < DAYS_SHOWN; ago += 1) {
    const at = now - ago * DAY_MS;
    const count = (ago * 7) % 11;
    if (count > 0) await installation.state.increment(countOnDay(hash, 'admitted', at), count, USES_KEPT_MS);
    if (ago % 9 === 4) await installation.state.increment(countOnDay(hash, 'refused', at), 3, USES_KEPT_MS);
  }
  for (const outcome of ['202', '400']) {
    const use = { operation: 'POST /api/ingest', outcome, address: '192.0.2.7', correlationId: randomIds.next() };
    await recordUse(installation, hash, use);
  }
};

export const seedKeys = async ({ installation, admin }: Pick<Staff, 'installation' | 'admin'>): Promise<void> => {
  const website = async (id: string, fields: Readonly<Record<string, unknown>>): Promise<void> => {
    const body = { id, platform: 'cms_a', scopes: ['publications.read', 'people.read'], ...fields };
    bodyOf<Made>(await admin.post('/api/installations', body), 201);
  };
  const send = (path: string, body: unknown = {}): Promise<unknown> => admin.post(`/api/installations/${path}`, body);

  /** Checked once, with the error. */
  const address = async (id: string, origin: string, error: string | null, now: number): Promise<void> => {
    const originId = randomIds.next();
    const proof = 'k3Vb0mYw9Q2nTz7LrXc5JdHs8GpAe1Uf4iOyKtNqZuE';
    await sendTo(installation, 'org', id, { type: 'AddOrigin', originId, origin, proof });
    await sendTo(installation, 'org', id, { type: 'RecordOriginCheck', originId, attempt: 1, error, now });
  };

  await website('institute', { display_name: 'Institute website', description: 'The public pages of the institute.' });
  await send('institute/activate', undefined);
  const first = bodyOf<Made>(await admin.post('/api/installations/institute/credentials', {}), 201);
  await send(`institute/credentials/${first.id}/rotate`, { overlap_seconds: 3_600 });
  await send('institute/credentials', { expires_at: Date.now() + 90 * DAY_MS });
  await address('institute', 'https://www.example.org', null, Date.now());

  await website('museum', { display_name: 'Museum of cracked pots' });
  const error = 'the website answered 404 at /.well-known/colophon-verification, not 200';
  await address('museum', 'https://museum.example.org', error, Date.now() + DAY_MS);

  await website('blog', { display_name: 'Blog', scopes: ['publications.read'] });
  await send('blog/activate', undefined);
  await send('blog/disable', undefined);

  const keys = '/api/site-tools/api-keys';
  const key = async (client_name: string, scopes: readonly string[]): Promise<string> =>
    bodyOf<{ readonly key_hash: string }>(await admin.post(keys, { client_name, scopes }), 201).key_hash;
  await admin.delete(`${keys}/${await key('Old portal', ['ingest'])}`);
  await key('Personnel system', ['membership.update']);
  await used({ installation }, await key('Research portal', ['ingest', 'membership.update']));
  await installation.settled();
};
