/** Redirects by a website during the check: within its own host only. */
import assert from 'node:assert/strict';
import { redirectedTo } from '../../../infra/redirects.ts';
import { status } from '../../support/answering.ts';
import { suite } from '../../support/suite.ts';
import { lookAt, PROOF, shows, withWebsite } from './looking.ts';

const to = (location: string, code = 302) => status(code, { location });

const redirecting = suite('a redirect');

for (const code of [301, 302, 303, 307, 308])
  redirecting(`within the host is followed (${code})`, () =>
    withWebsite([to('/elsewhere?x=1', code), shows(PROOF)], async ({ url, requests }) => {
      assert.equal(await lookAt(url), null);
      assert.equal(requests[1]?.url, '/elsewhere?x=1');
    }),
  );

redirecting('to another host or port is not followed', () =>
  withWebsite([shows(PROOF)], async (other) => {
    for (const elsewhere of [other.url, other.url.replace('127.0.0.1', 'localhost'), 'file:///etc/passwd', 'http://['])
      await withWebsite([to(elsewhere)], async ({ url }) => {
        assert.match((await lookAt(url)) ?? '', /redirects to another address/u);
      });
    assert.equal(other.requests.length, 0);
  }),
);

redirecting('without a location leads nowhere', () =>
  withWebsite([status(302)], async ({ url }) => {
    assert.match((await lookAt(url)) ?? '', /redirects to another address/u);
  }),
);

redirecting('is followed three times at most', async () => {
  await withWebsite([to('/1'), to('/2'), to('/3'), shows(PROOF)], async ({ url }) => {
    assert.equal(await lookAt(url), null);
  });
  await withWebsite([to('/again')], async ({ url, requests }) => {
    assert.match((await lookAt(url)) ?? '', /more than 3 times/u);
    assert.equal(requests.length, 4);
  });
});

redirecting('may upgrade to TLS on the same host, and never downgrade', () => {
  const plain = new URL('http://www.example.org/file');
  const secure = new URL('https://www.example.org/file');
  assert.equal(redirectedTo(plain, 'https://www.example.org/file')?.href, secure.href);
  assert.equal(redirectedTo(secure, 'http://www.example.org/file'), null);
  assert.equal(redirectedTo(plain, 'https://example.org/file'), null);
  assert.equal(redirectedTo(plain, 'http://www.example.org:443/file'), null);
  assert.equal(redirectedTo(new URL('http://www.example.org:8080/'), 'https://www.example.org/'), null);
});
