/** Writes that are recorded while no row can be read have succeeded, and the response says so. */
import assert from 'node:assert/strict';
import type { Route } from '../../../api/http/route.ts';
import { createWorkspace } from '../../../commands/bootstrap.ts';
import { installationAggregate } from '../../../commands/installation.ts';
import type { EventStore } from '../../../commands/ports.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import type { CslName } from '../../../domain/csl.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { randomIds, systemClock } from '../../../infra/system.ts';
import type { ReadModels } from '../../../projections/ports.ts';
import { importDoi } from '../../../workers/ingestion/import-doi.ts';
import { previewImport } from '../../../workers/ingestion/preview-import.ts';
import { askRoute, sendAs, type Parts } from '../../support/asking.ts';
import { bodyOf, serveDashboard } from '../../support/dashboard.ts';
import { inventedOrcid } from '../../support/history/papers.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import type { Reply } from '../../support/serving.ts';
import { suite } from '../../support/suite.ts';
import { dispatch } from '../../support/dispatch.ts';
import { addPaper } from '../../support/papers.ts';

const recorded = suite('a recorded write');

const EMAIL = 'root@example.org';
const DAY_MS = 86_400_000;
/** Recorded once these tools have finished. */
const SWEEPS: ReadonlySet<string> = new Set(['PublicationReset', 'IngestionForceFailed']);

/** Stores whose rows cannot be read from the first append on, until `find`. */
const losing = ({ events, readModels }: Pick<Installation, 'events' | 'readModels'>) => {
  let isLost = false;
  const append: EventStore['append'] = async (stream, batch, expected) => {
    const appended = await events.append(stream, batch, expected);
    isLost = !batch.some(({ type, metadata }) => SWEEPS.has(type) && metadata.causationId !== null);
    return appended;
  };
  return {
    stores: {
      events: new Proxy(events, {
        get: (target, name: keyof EventStore) => (name === 'append' ? append : (Reflect.get(target, name) as unknown)),
      }),
      readModels: new Proxy(readModels, {
        get: (target, name: keyof ReadModels) =>
          isLost
            ? () => Promise.reject(new Unavailable('read models', 'they are gone'))
            : (Reflect.get(target, name) as unknown),
      }),
    },
    isLost: () => isLost,
    find: () => {
      isLost = false;
    },
  };
};

const installation = await recorded.holds(openInstallation({ matching: false }));
await createWorkspace(installation, 'other', 'Other');
const rows = losing(installation);
const dashboard = await recorded.holds(
  serveDashboard(installation, {
    ...rows.stores,
    // Jobs that were queued just now already count as stuck.
    clock: { now: () => systemClock.now() + DAY_MS / 4 },
    resetDataEmails: [EMAIL],
    imports: {
      doi: (...args) => importDoi({ ...installation, ...rows.stores }, ...args),
      preview: (...args) => previewImport({ ...installation, ...rows.stores }, ...args),
    },
  }),
);
const root = await dashboard.signIn('superadmin', { email: EMAIL });

const tried = new Set<string>();

/** The response body of a write that is recorded, and pending. */
const write = async (operation: string, parts: Parts = {}, who = root): Promise<Readonly<Record<string, unknown>>> => {
  const [method, path] = operation.split(' ');
  const route = dashboard.routes.find((each) => each.method === method && each.path === path);
  assert.ok(route, operation);
  await installation.settled();
  rows.find();
  const reply: Reply = await askRoute(sendAs(who), route, parts);
  assert.ok(rows.isLost(), `${operation} wrote nothing: ${reply.status} ${reply.text}`);
  rows.find();
  assert.ok([200, 201, 202].includes(reply.status), `${operation} ${reply.status} ${reply.text}`);
  assert.ok(reply.headers.get('x-colophon-pending'), `${operation} is not reported as pending: ${reply.text}`);
  tried.add(operation);
  return reply.body as Readonly<Record<string, unknown>>;
};

const person = inventedOrcid(1);
const author: readonly CslName[] = [{ family: 'Öz', given: 'Ada' }];

const harvested = async (doi: string, cause: string): Promise<string> => {
  await addPaper(installation, doi, { original: { type: 'book', title: 'Pots', author }, correlationId: cause });
  return doi;
};

recorded('is reported as pending for people', async () => {
  const path = { orcid: person };
  await write('POST /api/people', { body: { orcid: person, name: 'Ada Öz' } });
  await write('POST /api/people/:orcid/archive', { path });
  await write('POST /api/people/:orcid/unarchive', { path });
  await write('PATCH /api/people/:orcid', { path, body: { name: 'Ada Oz' } });
  await write('PATCH /api/people/:orcid/details', { path, body: { people_type: 'staff' } });
  await write('PATCH /api/people/:orcid/affiliation', { path, body: { entity_id: 'org', status: 'org' } });
  const past = { entity_id: 'org', status: 'org', starts_at: 1, ends_at: 2 };
  await write('POST /api/people/:orcid/past-affiliations', { path, body: { before: null, after: past } });
});

recorded('is reported as pending for publications', async () => {
  const cause = randomIds.next();
  const path = { id: await harvested('10.5555/recorded.1', cause) };
  const of = { path: { ...path, orcid: person } };
  await write('POST /api/publications/*id/authors/:orcid/link', of);
  await write('POST /api/publications/*id/authors/:orcid/unlink', of);
  const notNamed = { id: '10.5555/recorded.others', orcid: person };
  const others = { original: { type: 'book', title: 'Pots', author: [{ family: 'Nemo' }] }, correlationId: cause };
  await addPaper(installation, notNamed.id, others);
  await write('POST /api/publications/*id/authors/:orcid/link', { path: notNamed });
  await write('POST /api/publications/*id/authors/:orcid/settle', { path: notNamed });
  await write('POST /api/publications/*id/authors/:orcid/identify', {
    path: notNamed,
    body: { role: 'author', entry: 0 },
  });
  for (const decision of ['accept', 'reject']) {
    const id = await harvested(`10.5555/recorded.${decision}`, cause);
    const match = { type: 'MatchAuthors', people: [{ orcid: person, names: ['Ada Öz'] }] } as const;
    await dispatch(installation, publicationAggregate, id, match);
    await write(`POST /api/publications/*id/suggestions/:orcid/${decision}`, { path: { id, orcid: person } });
  }
  await write('PATCH /api/publications/*id', { path, body: [{ op: 'replace', path: '/title', value: 'Jars' }] });
  await write('DELETE /api/publications/*id', { path });
  await write('POST /api/publications/bulk', { body: { ids: [path.id], action: 'restore' } });
  await write('POST /api/publications/batches', { body: { ids: [path.id], action: 'hide' } });
  await write('POST /api/import/doi', { body: { doi: '10.5555/cpot.2019.001' } });

  await write('POST /api/site-tools/repair-author-links', {
    body: { doi: await harvested('10.5555/recorded.2', cause) },
  });
  // A suggestion that no longer exists.
  await write('PATCH /api/people/:orcid', { path: { orcid: person }, body: { name: 'Grace Hopper' } });
  await write('POST /api/site-tools/repair-author-links/bulk', { body: {} });

  await installation.settled();
  const { events } = bodyOf<{ events: readonly { id: string }[] }>(
    await root.get('/api/activity?event_type=PublicationEdited'),
  );
  await write('POST /api/activity/:id/undo', { path: { id: events[0]?.id ?? '' }, body: {} });
  await write('POST /api/activity/causes/:correlation_id/undo', { path: { correlation_id: cause }, body: {} });
});

recorded('is reported as pending for entities, categories and workspaces', async () => {
  for (const plural of ['entities', 'categories']) {
    const path = { id: 'late' };
    await write(`POST /api/${plural}`, { body: { id: 'late', name: 'Late' } });
    await write(`PATCH /api/${plural}/:id`, { path, body: { name: 'Later' } });
    await write(`POST /api/${plural}/:id/archive`, { path });
    await write(`POST /api/${plural}/:id/unarchive`, { path });
  }
  await write('POST /api/views', { body: { name: 'Late', query: '', shared: true } });
  await write('DELETE /api/views', { query: { name: 'Late', shared: 'true' } });
  await write('POST /api/workspaces', { body: { id: 'late', name: 'Late' } });
  await write('PATCH /api/workspaces/:id', { path: { id: 'late' }, body: { name: 'Later' } });
});

recorded('is reported as pending for projects and works', async () => {
  for (const [plural, verbs] of [
    ['projects', ['publish', 'unpublish', 'archive', 'unarchive']],
    ['works', ['unpublish', 'publish', 'archive', 'unarchive']],
  ] as const) {
    const { id } = await write(`POST /api/${plural}`);
    const path = { id: String(id) };
    await write(`PATCH /api/${plural}/:id`, { path, body: { title: 'Jars' } });
    for (const verb of verbs) await write(`POST /api/${plural}/:id/${verb}`, { path });
  }
  const whole = 'whole';
  for (const key of [whole, 'keep-apart', 'join'])
    await write('POST /api/works', { body: { id: key, title: key, work_type: 'report', href: 'https://example.org' } });
  for (const verb of ['keep-apart', 'join']) {
    await dispatch(installation, publicationAggregate, verb, { type: 'SuggestJoin', by: whole });
    await write(`POST /api/works/:id/${verb}`, { path: { id: verb }, body: { type: 'work', id: whole } });
  }
  const create = async (title: string): Promise<string> =>
    String((await write('POST /api/publications', { body: { record: { type: 'report', title } } }))['id']);
  for (const [verb, named] of [
    ['keep-apart', 'from'],
    ['join', 'with'],
  ] as const) {
    const id = await create(verb);
    await dispatch(installation, publicationAggregate, id, { type: 'SuggestJoin', by: whole });
    await write(`POST /api/publications/*id/${verb}`, { path: { id }, body: { [named]: whole } });
  }
  await write('POST /api/publications/*id/doi', {
    path: { id: await create('Resonance') },
    body: { doi: '10.5555/cpot.2019.001' },
  });
});

recorded('is reported as pending for installations, and shows secrets once', async () => {
  const { id } = await write('POST /api/installations');
  const path = { id: String(id) };
  await write('PATCH /api/installations/:id', { path, body: { display_name: 'Website' } });
  const origin = await write('POST /api/installations/:id/origins', { path, body: { origin: 'https://example.org' } });
  const at = { path: { ...path, originId: String(origin['id']) } };
  const failure = {
    type: 'RecordOriginCheck',
    originId: at.path.originId,
    attempt: 1,
    error: 'not there',
    now: 0,
  } as const;
  await dispatch(installation, installationAggregate, path.id, failure);
  await write('POST /api/installations/:id/origins/:originId/verify', at);
  await write('POST /api/installations/:id/origins/:originId/revoke', at);
  await write('POST /api/installations/:id/activate', { path });
  const issued = await write('POST /api/installations/:id/credentials', { path, body: {} });
  const rotated = await write('POST /api/installations/:id/credentials/:credentialId/rotate', {
    path: { ...path, credentialId: String(issued['id']) },
    body: {},
  });
  for (const { credential } of [issued, rotated]) assert.match(String(credential), /^coli_/u);
  await write('POST /api/installations/:id/credentials/:credentialId/revoke', {
    path: { ...path, credentialId: String(rotated['id']) },
  });
  await write('POST /api/installations/:id/disable', { path });
  await write('POST /api/installations/:id/archive', { path });
  const other = await write('POST /api/installations', {
    body: { id: 'other', platform: 'cms_a', display_name: 'Site' },
  });
  await write('POST /api/installations/:id/revoke', { path: { id: String(other['id']) } });
});

recorded('is reported as pending for keys, and shows secrets once', async () => {
  const made = await write('POST /api/site-tools/api-keys');
  const path = { keyHash: String(made['key_hash']) };
  await write('PATCH /api/site-tools/api-keys/:keyHash', { path, body: { rate_limit_per_minute: 7 } });
  const rotated = await write('POST /api/site-tools/api-keys/:keyHash/rotate', { path, body: { revoke_old: false } });
  for (const { key } of [made, rotated]) assert.match(String(key), /^colk_/u);
  await write('DELETE /api/site-tools/api-keys/:keyHash', { path });
});

recorded('is reported as pending for jobs, clean-ups and the site tools', async () => {
  const queued = await write('POST /api/ingest', { body: { orcid_ids: [inventedOrcid(3)] } });
  const [job] = queued['jobs'] as readonly { readonly id: string }[];
  await write('POST /api/ingest/stuck/:jobId/force-fail', {
    path: { jobId: job?.id ?? '' },
    body: { orcid_id: inventedOrcid(3) },
  });
  await write('POST /api/import/orcid', { body: { orcid_ids: [inventedOrcid(4)] } });
  await write('POST /api/site-tools/clear-stuck-jobs', { body: { thresholdSeconds: 60 } });
  await write('POST /api/site-tools/reset-data', { body: { confirmation: 'reset org' } });
  await write('POST /api/activity/cleanup', { body: { mode: 'all', confirmation: 'org' } });
});

recorded('is reported as pending for members and invitations', async () => {
  const { id } = await write('POST /api/members', { body: { email: 'late@example.org', role: 'member' } });
  const path = { id: String(id) };
  await write('POST /api/members/:id/sign-in-link', { path });
  await write('DELETE /api/members/:id/sign-in-link', { path });
  await write('PATCH /api/members/:id', { path, body: { role: 'workspace_admin' } });
  await write('DELETE /api/members/:id', { path });

  const stranger = await dashboard.signIn('workspace_admin', { workspace: 'other' });
  await write('POST /api/members', { body: { email: EMAIL, role: 'workspace_admin' } }, stranger);
  const accepted = await write('POST /api/invitations/:id/accept', { path: { id: `other~${root.userId}` } });
  assert.equal(accepted['role'], 'workspace_admin');
});

recorded('is tested for every operation that writes', () => {
  // Jobs are queued and cancelled in the state store, which no row shows, and an export only reads.
  const untold = [
    ...['/api/people/:orcid/merge', '/api/people/:orcid/photo', '/api/jobs/:id/cancel', '/api/publications/export'],
    ...['/api/publications/imports', '/api/publications/imports/:id/start'],
  ];
  const isTold = ({ method, path, access }: Route): boolean =>
    method !== 'GET' && !untold.includes(path) && access.kind !== 'anyone' && access.kind !== 'signed_in';
  const all = dashboard.routes.filter(isTold).map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(
    all.filter((each) => !tried.has(each)),
    [],
  );
});
