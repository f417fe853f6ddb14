import assert from 'node:assert/strict';
import { matched, navigate } from '../../../api/web/client/router.ts';
import { knows, linkTo, pageAt } from '../../../api/web/dashboard/pages.ts';
import { suite } from '../../support/suite.ts';

Object.assign(globalThis, { history: { replaceState: () => undefined } });

const routing = suite('a URL of the dashboard');

routing('matches a pattern segment by segment', () => {
  assert.deepEqual(matched('/w/:workspace', '/w/org'), { workspace: 'org' });
  assert.deepEqual(matched('/w/:workspace', '/w/org/'), { workspace: 'org' });
  assert.equal(matched('/w/:workspace', '/w/org/people'), null);
  assert.equal(matched('/w/:workspace/people', '/w/org'), null);
  assert.equal(matched('/w/:workspace', '/x/org'), null);
});

routing('may contain a DOI with its slashes, encoded or not', () => {
  const pattern = '/w/:workspace/publications/*id';
  for (const path of ['/w/org/publications/10.5555%2Fa%2Fb', '/w/org/publications/10.5555/a/b'])
    assert.deepEqual(matched(pattern, path), { workspace: 'org', id: '10.5555/a/b' });
  assert.equal(matched(pattern, '/w/org/publications'), null);
});

routing('that is badly encoded is used as it is', () =>
  assert.deepEqual(matched('/w/:workspace', '/w/%E0%A4%A'), { workspace: '%E0%A4%A' }),
);

routing('leads to the first page that matches', () => {
  assert.equal(pageAt('/w/org')?.entry.path, '');
  assert.equal(pageAt('/w/org/publications')?.entry.path, '/publications');
  assert.equal(pageAt('/w/org/nowhere'), null);
  navigate('/w/a%20b', { replace: true });
  assert.equal(linkTo('/nowhere'), null);
  assert.equal(linkTo('/publications'), '/w/a%20b/publications');
});

routing('is distinguished from a URL of the server, which the browser requests', () => {
  for (const path of ['/', '/w/org', '/invitations']) assert.ok(knows(path), path);
  for (const path of ['/docs', '/auth/login', '/api/people', '/openapi.json']) assert.ok(!knows(path), path);
});
