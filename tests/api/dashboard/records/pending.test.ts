/** Writes whose rows lag are accepted, and reported as pending. */
import assert from 'node:assert/strict';
import { inventedOrcid } from '../../../support/history/papers.ts';
import { allProjections } from '../../../../projections/all.ts';
import { projectionKey } from '../../../../projections/define.ts';
import { catalogue } from '../../../../projections/catalogue/index.ts';
import { categoriesProjection } from '../../../../projections/categories.ts';
import { projectsProjection } from '../../../../projections/projects/index.ts';
import { serveDashboard, type Person, bodyOf } from '../../../support/dashboard.ts';
import { staffed, type Item } from '../../../support/staffed.ts';
import { suite } from '../../../support/suite.ts';

const pending = suite('a record whose rows lag');
const { installation, dashboard, jo } = await staffed(pending);

/** The listings that do not show it yet. */
const stillPending = async (who: Person, query: string): Promise<readonly string[]> =>
  bodyOf<{ pending: string[] }>(await who.get(`/api/changes/pending${query}`)).pending;

pending('is accepted, and visible once they have caught up', async () => {
  const { readModels } = installation;
  const behind = new Set([catalogue, categoriesProjection].map(projectionKey));
  await using late = await serveDashboard(installation, {
    visibleWithinMs: 0,
    readModels: {
      ...readModels,
      find: (...args) => readModels.find(...args),
      count: (...args) => readModels.count(...args),
      load: (...args) => readModels.load(...args),
      get: (collection, id) =>
        collection.name.startsWith('categories') || collection.name.startsWith('people')
          ? Promise.resolve(null)
          : readModels.get(collection, id),
      checkpoint: (key) =>
        behind.has(key) ? Promise.resolve({ position: 0, phase: 'live' }) : readModels.checkpoint(key),
    },
  });
  const waitedFor: string[] = [];
  const member = await late.signIn('member');
  const orcid = inventedOrcid(1);
  const accepted = async (path: string, body: object, answered: object): Promise<void> => {
    const reply = await member.post(path, body);
    assert.deepEqual(bodyOf<Item>(reply, 202), answered);
    const listings = reply.headers.get('x-colophon-pending') ?? '';
    const query = `?position=${reply.headers.get('x-colophon-position')}&listings=${encodeURIComponent(listings)}`;
    assert.deepEqual(await stillPending(member, query), listings.split(', '));
    waitedFor.push(query);
  };
  await Promise.all([
    accepted('/api/categories', { id: 'late', name: 'Late' }, { id: 'late' }),
    accepted('/api/people', { orcid }, { orcid }),
  ]);
  await installation.settled();
  for (const query of waitedFor) assert.deepEqual(await stillPending(jo, query), []);
  assert.equal((await jo.get('/api/categories/late')).status, 200);
  assert.equal((await jo.get(`/api/people/${orcid}`)).status, 200);
});

pending('is pending as long as others are shown another state of it', async () => {
  const { readModels } = installation;
  const path = '/api/projects/shown';
  const made = { id: 'shown', programme: 'Horizon', title: 'Pots', href: 'https://example.org/pots' };
  assert.equal((await jo.post('/api/projects', made)).status, 201);
  assert.equal((await jo.post(`${path}/publish`)).headers.get('x-colophon-pending'), null);
  await using late = await serveDashboard(installation, {
    visibleWithinMs: 0,
    readModels: {
      ...readModels,
      checkpoint: (key) =>
        key === projectionKey(projectsProjection)
          ? Promise.resolve({ position: 0, phase: 'live' })
          : readModels.checkpoint(key),
    },
  });
  const answer = await (await late.signIn('member')).post(`${path}/unpublish`);
  assert.deepEqual(bodyOf<Item>(answer, 202), { id: 'shown' });
  assert.match(answer.headers.get('x-colophon-pending') ?? '', /projects/u);
});

pending('can be queried by members only, and at a position', async () => {
  assert.equal((await jo.get('/api/changes/pending')).status, 400);
  assert.equal((await jo.get('/api/changes/pending?position=x')).status, 400);
  assert.equal((await dashboard.nobody.get('/api/changes/pending?position=1')).status, 401);
  const ahead = await stillPending(jo, '?position=9000000000000000');
  assert.deepEqual(
    ahead,
    allProjections.map(({ name }) => name),
  );
});
