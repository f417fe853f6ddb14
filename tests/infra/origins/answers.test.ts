/** Responses of a website to the request for its proof, and what the administrator sees. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { breakOff, hangUp, silence, status, type Reaction } from '../../support/answering.ts';
import { suite } from '../../support/suite.ts';
import { lookAt, PATH, PROOF, shows, withWebsite } from './looking.ts';

const website = suite('a website');

const SECRET = 'something-internal';

const answers = (
  title: string,
  reactions: readonly Reaction[],
  expected: RegExp | null,
  options: { readonly timeoutMs?: number } = {},
): void =>
  website(title, () =>
    withWebsite(reactions, async ({ url }) => {
      const sentence = await lookAt(url, options);
      if (expected === null) return assert.equal(sentence, null);
      assert.match(sentence ?? 'the proof was found', expected);
      // The response and the URL are never shown.
      assert.doesNotMatch(sentence ?? '', new RegExp(`${SECRET}|127\\.0|${PROOF}`, 'u'));
    }),
  );

answers('that serves the proof is verified', [shows(PROOF)], null);
answers('may surround it with white space', [shows(`\r\n  ${PROOF}\n`)], null);
answers('that serves another text is not verified', [shows(SECRET)], /is not the verification token/u);
answers(
  'that serves the proof among other words is not verified',
  [shows(`${SECRET} ${PROOF}`)],
  /is not the verification token/u,
);
answers(
  'that serves the proof in capitals is not verified',
  [shows(PROOF.toUpperCase())],
  /is not the verification token/u,
);
answers('that serves an empty text is not verified', [shows('')], /is not the verification token/u);
answers('without the file is reported as such', [status(404, {}, SECRET)], /answered 404 .*, not 200/u);
answers('that serves the proof on its error page is not verified', [status(404, {}, PROOF)], /answered 404/u);
answers('that fails is reported with its status', [status(500, {}, SECRET)], /answered 500/u);
answers('that hangs up is reported as unreachable', [hangUp], /could not be reached/u);
answers('that breaks off in mid-response is reported as unreachable', [breakOff], /could not be reached/u);
answers(
  'that speaks another protocol is not understood',
  [(response) => response.socket?.end(`${SECRET}\r\n\r\n`)],
  /valid HTTP response/u,
);
answers('that never responds times out', [silence], /in time/u, { timeoutMs: 50 });
answers(
  'that starts a response and never ends it times out',
  [(response) => void response.writeHead(200).write(PROOF)],
  /in time/u,
  { timeoutMs: 50 },
);

/** More than is ever read. */
const endless =
  (code: number): Reaction =>
  (response) => {
    response.writeHead(code);
    const more = (): void => {
      if (!response.destroyed && response.write(SECRET.repeat(100))) setImmediate(more);
    };
    response.on('drain', more);
    more();
  };

for (const code of [200, 404])
  website(`with an endless response (${code}) is disconnected at once`, async () => {
    const dropped: Promise<unknown>[] = [];
    const reaction: Reaction = (response, request) => {
      dropped.push(once(response, 'close'));
      endless(code)(response, request);
    };
    await withWebsite([reaction], async ({ url }) => {
      assert.match((await lookAt(url)) ?? '', code === 200 ? /too long/u : /answered 404/u);
      await Promise.all(dropped);
      assert.equal(dropped.length, 1);
    });
  });

website('receives a request for the file only, without credentials and with a named user agent', () =>
  withWebsite([shows(PROOF)], async ({ url, requests }) => {
    await lookAt(url);
    const [request] = requests;
    assert.equal(request?.url, PATH);
    assert.equal(request.method, 'GET');
    assert.match(String(request.headers['user-agent']), /^Colophon\/test /u);
    for (const header of ['cookie', 'authorization', 'referer', 'origin'])
      assert.equal(request.headers[header], undefined);
  }),
);

website('is disconnected at once when the check is cancelled', () =>
  withWebsite([silence], async (present) => {
    const gone = new AbortController();
    const looking = lookAt(present.url, {}, gone.signal);
    while (present.requests.length === 0) await new Promise(setImmediate);
    gone.abort(new Error('nobody'));
    await assert.rejects(looking, /nobody/u);
  }),
);

website('that does not exist is reported as unreachable', async () => {
  let url = '';
  await withWebsite([silence], async (present) => void (url = present.url));
  assert.match((await lookAt(url)) ?? '', /could not be reached/u);
});

website('is not contacted if the check was cancelled before it began', async () => {
  const gone = AbortSignal.abort(new Error('nobody'));
  await withWebsite([shows(PROOF)], async ({ url, requests }) => {
    await assert.rejects(lookAt(url, {}, gone), /nobody/u);
    assert.equal(requests.length, 0);
  });
});

website('is left without open connections after a check', async () => {
  const closed: Promise<unknown>[] = [];
  const reaction: Reaction = (response, request) => {
    closed.push(once(request.socket, 'close'));
    shows(PROOF)(response, request);
  };
  await withWebsite([reaction], async ({ url }) => {
    assert.equal(await lookAt(url), null);
    await Promise.all(closed);
    assert.equal(closed.length, 1);
  });
});
