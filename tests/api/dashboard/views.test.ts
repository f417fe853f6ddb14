/** Saved views on the dashboard: the workspace's, and each person's own. */
import assert from 'node:assert/strict';
import { eraseUser } from '../../../commands/identity/erase-user.ts';
import { VIEWS } from '../../../domain/limits.ts';
import { bodyOf, type Person } from '../../support/dashboard.ts';
import { refusesEach, staffed } from '../../support/staffed.ts';
import { suite } from '../../support/suite.ts';

const PATH = '/api/views';
const BOOKS = 'publication_type=book&from_year=2020&sort=title&dir=asc';
const saving = suite("the dashboard's saved views");
const { dashboard, installation, jo, admin, stranger } = await staffed(saving);

type View = { readonly name: string; readonly query: string; readonly shared: boolean };
const viewsOf = async (person: Person): Promise<readonly View[]> =>
  bodyOf<{ views: readonly View[] }>(await person.get(PATH)).views;

saving('of the workspace are found by colleagues, but not from other workspaces', async () => {
  const view = { name: 'Books', query: BOOKS, shared: true };
  bodyOf(await jo.post(PATH, view));
  assert.deepEqual(await viewsOf(admin), [view]);
  assert.deepEqual(await viewsOf(stranger), []);
});

saving('of the workspace stand on the timeline, and their removal is undone', async () => {
  bodyOf(await admin.delete(`${PATH}?name=Books&shared=true`));
  assert.deepEqual(await viewsOf(jo), []);
  const { events } = bodyOf<{
    events: readonly { id: string; event_type: string; subject: unknown; changes: readonly unknown[] }[];
  }>(await jo.get('/api/activity?q=books'));
  const [removed, saved] = events;
  assert.deepEqual([removed?.event_type, saved?.event_type], ['ViewRemoved', 'ViewSaved']);
  assert.deepEqual(saved?.subject, { type: 'view', id: 'Books', label: 'Books' });
  bodyOf(await jo.post(`/api/activity/${removed?.id}/undo`));
  assert.deepEqual(
    (await viewsOf(jo)).map(({ query }) => query),
    [BOOKS],
  );
});

saving('of one person are their own, wherever they sign in, until they are erased', async () => {
  const view = { name: ' Mine ', query: 'visibility=hidden', shared: false };
  const guest = await dashboard.signIn('member', { email: 'guest@example.org' });
  bodyOf(await guest.post(PATH, view));
  bodyOf(await guest.post(PATH, { ...view, query: 'q=x' }));
  const again = await dashboard.signIn('member', { email: 'guest@example.org' });
  const own = async (person: Person) => (await viewsOf(person)).filter(({ shared }) => !shared);
  assert.deepEqual(await own(again), [{ name: 'Mine', query: 'q=x', shared: false }]);
  assert.deepEqual(await own(jo), []);
  assert.equal((await jo.delete(`${PATH}?name=Mine&shared=false`)).status, 404);
  bodyOf(await guest.post(PATH, { ...view, name: 'Other' }));
  bodyOf(await guest.delete(`${PATH}?name=Other&shared=false`));
  assert.equal((await own(guest)).length, 1);
  const workspaces = async function* () {
    yield 'org';
  };
  await eraseUser(installation, 'guest@example.org', workspaces(), new AbortController().signal);
  assert.deepEqual(await installation.state.list('view/'), []);
});

saving('are queries of the list, with a name', () =>
  refusesEach(
    (body) => jo.post(PATH, body),
    [
      ['name', { name: ' ', query: '', shared: false }],
      ['name', { name: 'x'.repeat(VIEWS.nameCharacters + 1), query: '', shared: false }],
      ['shared', { name: 'x', query: '' }],
      ['colour', { name: 'x', query: 'colour=red', shared: true }],
      ['page', { name: 'x', query: 'page=2', shared: true }],
      ['sort', { name: 'x', query: 'sort=colour', shared: false }],
      ['to_year', { name: 'x', query: 'from_year=2020&to_year=2010', shared: false }],
      ['query', { name: 'x', query: `q=${'x'.repeat(VIEWS.queryCharacters)}`, shared: false }],
    ],
  ),
);

saving('of one person are so many at most', async () => {
  const save = (n: number) => jo.post(PATH, { name: `View ${n}`, query: '', shared: false });
  for (let n = 0; n < VIEWS.perPerson; n += 1) bodyOf(await save(n));
  assert.equal((await save(VIEWS.perPerson)).status, 409);
  bodyOf(await save(0));
});
