/** Pictures from other websites: by their bytes, within bounds, from public addresses, and once for a while. */
import assert from 'node:assert/strict';
import { PICTURE } from '../../../domain/limits.ts';
import { isPublicAddress } from '../../../infra/origins/address.ts';
import { openPictures, type PicturesOptions } from '../../../infra/pictures/index.ts';
import { answering, silence, status, type Answering, type Reaction } from '../../support/answering.ts';
import { closing } from '../../support/closing.ts';
import { PNG } from '../../support/png.ts';
import { until } from '../../support/until.ts';
import { suite } from '../../support/suite.ts';

const sends =
  (content: Buffer | string, type = 'text/html'): Reaction =>
  (response) =>
    response.writeHead(200, { 'content-type': type }).end(content);

const open = (options: Partial<PicturesOptions> = {}) =>
  openPictures({ mayReach: () => true, version: 'test', ...options });

const withWebsite = async (
  reactions: readonly Reaction[],
  test: (website: Answering, at: (path: string) => string) => Promise<void>,
): Promise<void> => {
  await using website = closing(await answering(...reactions));
  await test(website, (path) => `${website.url}${path}`);
};

const showing = suite('a picture from another website');

for (const [type, content] of [
  ['image/png', PNG],
  ['image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['image/gif', Buffer.from('GIF89a...')],
  ['image/webp', Buffer.from('RIFF....WEBPVP8 ')],
] as const)
  showing(`is ${type} if its bytes are, whatever the website calls it`, () =>
    withWebsite([sends(content)], async (_website, at) =>
      assert.deepEqual(await open().find('org', at('/a')), { type, content }),
    ),
  );

showing('is nothing else', async () => {
  for (const content of ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<script>alert(1)</script>', 'RIFF....WAVE'])
    await withWebsite([sends(content, 'image/png')], async (_website, at) =>
      assert.equal(await open().find('org', at('/a.png')), null, content),
    );
  for (const url of ['file:///etc/passwd', 'data:image/png;base64,iVBORw0KGgo=', 'nowhere'])
    assert.equal(await open().find('org', url), null, url);
});

showing('has at most the size that is permitted', async () => {
  const largest = Buffer.concat([PNG, Buffer.alloc(PICTURE.bytes - PNG.length)]);
  await withWebsite([sends(largest), sends(Buffer.concat([largest, Buffer.alloc(1)]))], async (_website, at) => {
    const pictures = open();
    assert.equal((await pictures.find('org', at('/large')))?.content.length, PICTURE.bytes);
    assert.equal(await pictures.find('org', at('/larger')), null);
  });
});

showing('is requested once by all members of a workspace, even if there is none', async () => {
  for (const reaction of [sends(PNG), status(404)])
    await withWebsite([reaction], async (website, at) => {
      const pictures = open();
      const find = (workspace = 'org') => pictures.find(workspace, at('/a.png'));
      const [found] = await Promise.all([find(), find()]);
      assert.deepEqual(await find(), found);
      assert.equal(website.requests.length, 1);
      assert.deepEqual(Object.keys(website.requests[0]?.headers ?? {}).sort(), [
        'accept',
        'accept-encoding',
        'connection',
        'host',
        'user-agent',
      ]);
      await find('other');
      assert.equal(website.requests.length, 2, 'what one workspace has says nothing to another');
    });
});

showing('may be redirected to, a few times', () =>
  withWebsite(
    [...Array.from({ length: PICTURE.redirects }, () => status(302, { location: '/b' })), sends(PNG)],
    async (_website, at) => assert.equal((await open().find('org', at('/a')))?.type, 'image/png'),
  ),
);

showing('is given up after more redirects', () =>
  withWebsite([status(302, { location: '/b' })], async (website, at) => {
    assert.equal(await open().find('org', at('/a')), null);
    assert.equal(website.requests.length, PICTURE.redirects + 1);
  }),
);

showing('is requested only from public addresses, also after a redirect', () =>
  withWebsite([sends(PNG)], async (inside, at) => {
    assert.equal(await open({ mayReach: isPublicAddress }).find('org', at('/a')), null);
    await withWebsite([status(302, { location: at('/a') })], async (outside) => {
      const { port } = new URL(outside.url);
      const resolve = (name: string) =>
        Promise.resolve([{ address: name === 'museum.example' ? '127.0.0.1' : '10.0.0.1', family: 4 }]);
      const reached: string[] = [];
      const mayReach = (address: string): boolean => reached.push(address) === 1;
      assert.equal(await open({ resolve, mayReach }).find('org', `http://museum.example:${port}/`), null);
      assert.deepEqual(reached, ['127.0.0.1', '127.0.0.1']);
    });
    assert.equal(inside.requests.length, 0);
  }),
);

showing('is not taken for missing if it had no time because it waited for slow ones', () =>
  withWebsite([silence], async (_slow, slowAt) => {
    const pictures = open({ withinMs: 500 });
    const others = Array.from({ length: PICTURE.atOncePerWorkspace }, (_, n) => pictures.find('org', slowAt(`/${n}`)));
    await withWebsite([sends(PNG)], async (_website, at) => {
      await Promise.all([...others, pictures.find('org', at('/a'))]);
      assert.equal(
        (
          await until(
            () => pictures.find('org', at('/a')),
            (found) => found !== null,
          )
        )?.type,
        'image/png',
      );
    });
  }),
);

showing('of one workspace does not wait for those of another', () =>
  withWebsite([silence], async (slow, slowAt) => {
    const pictures = open();
    const others = Array.from({ length: PICTURE.atOncePerWorkspace + 1 }, (_, n) =>
      pictures.find('other', slowAt(`/${n}`)),
    );
    await withWebsite([sends(PNG)], async (_website, at) =>
      assert.equal((await pictures.find('org', at('/a')))?.type, 'image/png'),
    );
    await until(
      () => Promise.resolve(slow.requests.length),
      (count) => count === PICTURE.atOncePerWorkspace,
    );
    await slow.close();
    assert.deepEqual(
      await Promise.all(others),
      others.map(() => null),
    );
  }),
);
