/** Writes whose rows are behind: on record all the same, and said to be. */
import assert from 'node:assert/strict';
import { inventedOrcid } from '../../../support/history/papers.ts';
import { projectionKey } from '../../../../projections/define.ts';
import { catalogue } from '../../../../projections/catalogue/index.ts';
import { categoriesProjection } from '../../../../projections/categories.ts';
import { serveDashboard } from '../../../support/dashboard.ts';
import { declared, staffed } from '../../../support/staffed.ts';
import { suite } from '../../../support/suite.ts';

const pending = suite('a record whose rows are behind');
const staff = staffed(pending);

pending('is accepted, and there when they have caught up', async () => {
  const { installation, jo } = staff();
  const { readModels } = installation;
  const behind = new Set([catalogue, categoriesProjection].map(projectionKey));
  const late = await serveDashboard(installation, {
    readModels: {
      ...readModels,
      find: (...asked) => readModels.find(...asked),
      count: (...asked) => readModels.count(...asked),
      load: (...asked) => readModels.load(...asked),
      get: (collection, id) =>
        collection.name.startsWith('categories') || collection.name.startsWith('people')
          ? Promise.resolve(null)
          : readModels.get(collection, id),
      checkpoint: (key) =>
        behind.has(key) ? Promise.resolve({ position: 0, phase: 'live' }) : readModels.checkpoint(key),
    },
  });
  try {
    const member = await late.signIn('member');
    const orcid = inventedOrcid(1);
    const accepted = async (path: string, body: object, answered: object): Promise<void> => {
      const reply = await member.post(path, body);
      assert.deepEqual(declared({ ...staff(), dashboard: late }, 'POST', path, reply, 202), answered);
      assert.ok(reply.headers.get('x-colophon-pending'));
    };
    await Promise.all([
      accepted('/api/categories', { id: 'late', name: 'Late' }, { id: 'late' }),
      accepted('/api/people', { orcid }, { orcid }),
    ]);
    await installation.settled();
    assert.equal((await jo.get('/api/categories/late')).status, 200);
    assert.equal((await jo.get(`/api/people/${orcid}`)).status, 200);
  } finally {
    await late.close();
  }
});
