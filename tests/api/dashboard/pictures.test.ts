/** Photos and logos on the dashboard: from its own address, for members of the workspace. */
import assert from 'node:assert/strict';
import type { Pictures } from '../../../api/dashboard/ports.ts';
import { staffed } from '../../support/staffed.ts';
import { suite } from '../../support/suite.ts';

const LOGO = 'https://museum.example/logo.png';

const asked: (readonly [workspace: string, url: string])[] = [];
const pictures: Pictures = {
  find: (workspace, url) => {
    asked.push([workspace, url]);
    return Promise.resolve(url === LOGO ? { type: 'image/png', content: Buffer.from('a picture') } : null);
  },
};

const showing = suite("a picture on the dashboard's pages");
const { dashboard, jo, stranger } = await staffed(showing, { deps: () => ({ pictures }) });

const at = (url: string, workspace = 'org'): string =>
  `/api/pictures?${new URLSearchParams({ url, workspace_id: workspace }).toString()}`;

showing('is sent as a file that can do nothing', async () => {
  const { status, headers, text } = await jo.get(at(LOGO));
  assert.deepEqual([status, text, headers.get('content-type')], [200, 'a picture', 'image/png']);
  assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox");
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
});

showing('is a 404 if there is none at the address, and a 400 if that is no web address', async () => {
  assert.equal((await jo.get(at('https://museum.example/other.png'))).status, 404);
  for (const url of ['file:///etc/passwd', '/logo.png', '']) assert.equal((await jo.get(at(url))).status, 400, url);
  assert.equal((await jo.get('/api/pictures')).status, 400);
});

showing('is fetched for members of the workspace only', async () => {
  asked.length = 0;
  assert.equal((await dashboard.nobody.get(at(LOGO))).status, 401);
  assert.equal((await stranger.get(at(LOGO))).status, 403);
  assert.deepEqual(asked, []);
  assert.equal((await stranger.get(at(LOGO, 'other'))).status, 200);
  assert.deepEqual(asked, [['other', LOGO]]);
});
