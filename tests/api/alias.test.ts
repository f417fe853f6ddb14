/** What the APIs answer for an alias of a DOI. */
import assert from 'node:assert/strict';
import { join } from '../../commands/work-identity/supersede.ts';
import { bodyOf } from '../support/dashboard.ts';
import { servePublic } from '../support/serving.ts';
import { staffed } from '../support/staffed.ts';
import { suite } from '../support/suite.ts';

const [ALIAS, ABSENT, PRIMARY] = ['10.5555/cpot.2023.021', '10.5555/old<(1)', '10.5555/cpot.2019.001'];

const alias = suite('an alias of a DOI');
const { installation, jo } = await staffed(alias, { ingested: true });
const open = await alias.holds(servePublic(installation));

alias.before(async () => {
  for (const doi of [ALIAS, ABSENT]) await join(installation, doi, { by: PRIMARY }, installation.caller);
  await installation.settled();
});

alias('redirects to the primary DOI', async () => {
  for (const doi of [ALIAS, encodeURIComponent(ABSENT)]) {
    const { status, headers, text } = await open.get(`/v1/doi/${doi}`, { redirect: 'manual' });
    assert.deepEqual([status, text], [301, '']);
    assert.equal(headers.get('location'), `${open.url}/v1/doi/${encodeURIComponent(PRIMARY)}`);
    assert.equal(bodyOf<{ doi: string }>(await open.get(`/v1/doi/${doi}`)).doi, PRIMARY);
  }
});

alias('is in no listing', async () => {
  for (const listing of [
    await open.get(`/v1/publications?per_page=100`),
    await jo.get('/api/publications?status=all&per_page=100'),
  ]) {
    const dois = (listing.body as { publications: readonly Record<string, unknown>[] }).publications.map(
      ({ doi, id }) => doi ?? id,
    );
    assert.deepEqual([dois.includes(PRIMARY), dois.includes(ALIAS)], [true, false]);
  }
});

alias('is named with its primary DOI on the dashboard, and changed under that', async () => {
  const found = await jo.get(`/api/publications/${ALIAS}`);
  assert.deepEqual([found.status, (found.body as { details: unknown }).details], [404, { known_as: PRIMARY }]);
  const patched = await jo.patch(`/api/publications/${ALIAS}`, [{ op: 'add', path: '/note', value: 'Seen' }]);
  assert.equal(patched.status, 409);
  assert.equal((patched.body as { details: Record<string, unknown> }).details['superseded_by'], PRIMARY);
});

alias('of a publication that is not public is unknown', async () => {
  await jo.patch(`/api/publications/${PRIMARY}`, [{ op: 'replace', path: '/visible', value: false }]);
  assert.equal((await open.get(`/v1/doi/${ALIAS}`)).status, 404);
});
