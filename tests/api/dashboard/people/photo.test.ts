/** Photos of people: from a file, or at an address that is tried. */
import assert from 'node:assert/strict';
import { forgetPhotos } from '../../../../commands/photos.ts';
import { PHOTO } from '../../../../domain/limits.ts';
import { bodyOf } from '../../../support/dashboard.ts';
import { inventedOrcid } from '../../../support/history/papers.ts';
import { PNG } from '../../../support/png.ts';
import { servePublic } from '../../../support/serving.ts';
import { refusesEach, staffed } from '../../../support/staffed.ts';
import { suite } from '../../../support/suite.ts';

const ORCID = inventedOrcid(700);
const PATH = `/api/people/${ORCID}`;
const PAGE = 'https://example.org/about.html';
const FAR = 'https://example.org/a.png';

const photos = suite('the photo of a person');
const { installation, jo, stranger } = await staffed(photos, {
  deps: () => ({
    pictures: { find: (_workspace, url) => Promise.resolve(url === FAR ? { type: 'image/png', content: PNG } : null) },
  }),
});
const served = await photos.holds(servePublic(installation));
bodyOf(await jo.post('/api/people', { orcid: ORCID, name: 'Ada' }), 201);

const file = PNG.toString('base64');
const pathIn = (address: string): string => new URL(address).pathname;

photos('is taken from a file, served for good by the public listener, and shown on the dashboard', async () => {
  const { photo_url: address } = bodyOf<{ photo_url: string }>(await jo.post(`${PATH}/photo`, { file }));
  assert.ok(address.startsWith('https://publications.example.org/v1/photos/'));
  bodyOf(await jo.patch(`${PATH}/details`, { photo_url: address }));
  assert.equal(bodyOf<{ photo_url: string }>(await jo.get(PATH)).photo_url, address);
  const response = await fetch(`${served.url}${pathIn(address)}`);
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), PNG);
  for (const [header, value] of [
    ['content-type', 'image/png'],
    ['cache-control', 'public, max-age=3600'],
    ['x-content-type-options', 'nosniff'],
    ['content-security-policy', "default-src 'none'; sandbox"],
    ['cross-origin-resource-policy', 'cross-origin'],
  ] as const)
    assert.equal(response.headers.get(header), value);
  const [kept] = await installation.state.list('photo/');
  assert.equal(kept?.expiresAt, null);
  const shown = await jo.get(`/api/pictures?${new URLSearchParams({ url: address, workspace_id: 'org' }).toString()}`);
  assert.equal(shown.headers.get('content-type'), 'image/png');
});

photos('is forgotten if it is not saved, and with the person', async () => {
  const other = inventedOrcid(701);
  bodyOf(await jo.post('/api/people', { orcid: other, name: 'Bo' }), 201);
  bodyOf(await jo.post(`/api/people/${other}/photo`, { file }));
  const kept = await installation.state.list('photo/');
  assert.deepEqual(kept.map(({ expiresAt }) => expiresAt === null).sort(), [false, true]);
  const { photo_url: carberrys } = bodyOf<{ photo_url: string }>(await jo.get(PATH));
  assert.equal((await jo.patch(`/api/people/${other}/details`, { photo_url: carberrys })).status, 400);
  const { photo_url: address } = bodyOf<{ photo_url: string }>(await jo.get(PATH));
  await forgetPhotos(installation.state, 'org', ORCID);
  assert.equal((await installation.state.list('photo/')).length, 1);
  assert.equal((await fetch(`${served.url}${pathIn(address)}`)).status, 404);
});

photos('at an address is tried before it is saved', async () => {
  bodyOf(await jo.patch(`${PATH}/details`, { photo_url: FAR }));
  const gone = `https://publications.example.org/v1/photos/${'0'.repeat(64)}/${'0'.repeat(64)}`;
  for (const photo_url of [PAGE, gone]) {
    const refused = await jo.patch(`${PATH}/details`, { photo_url });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /photo_url.*not_a_picture/u);
  }
  assert.equal(bodyOf<{ photo_url: string }>(await jo.get(PATH)).photo_url, FAR);
});

photos('is a picture of a bounded size, of a person of the workspace', async () => {
  const tooLarge = Buffer.concat([PNG, Buffer.alloc(PHOTO.bytes)]).toString('base64');
  await refusesEach(
    (body) => jo.post(`${PATH}/photo`, body),
    [
      ['file', {}],
      ['file', { file: 'é' }],
      ['file', { file: Buffer.from('<svg/>').toString('base64') }],
      ['file', { file: tooLarge }],
    ],
  );
  assert.equal((await stranger.post(`${PATH}/photo`, { file })).status, 404);
});
