/** The client of the dashboard's API: URLs, headers, and failures that pages can distinguish. */
import assert from 'node:assert/strict';
import { addressOf, openApi } from '../../../api/web/client/api.ts';
import { Failure } from '../../../api/web/client/failure.ts';
import {
  isPending,
  notePending,
  pending as pendingWrite,
  settlePending,
  type PendingWrite,
} from '../../../api/web/client/pending.ts';
import { suite } from '../../support/suite.ts';

const client = suite("the client of the dashboard's API");

type Sent = { readonly url: string; readonly init: RequestInit };

const answering = (answer: () => Response | Promise<Response>) => {
  const sent: Sent[] = [];
  const pending: PendingWrite[] = [];
  let signedOut = 0;
  const api = openApi({
    fetch: (input, init = {}) => {
      sent.push({ url: input as string, init });
      return Promise.resolve(answer());
    },
    workspace: () => 'org',
    signedOut: () => (signedOut += 1),
    pending: (write) => pending.push(write),
  });
  return { api, sent, pending, signedOut: () => signedOut };
};

const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

client('encodes parameters in the URL, and omits those without a value', () => {
  assert.equal(
    addressOf('GET /api/publications/{id}', { params: { id: '10.5555/a b' } }),
    '/api/publications/10.5555%2Fa%20b',
  );
  assert.equal(
    addressOf('GET /api/publications', { query: { q: 'a&b', page: 2, publication_type: undefined, orcid_id: '' } }),
    '/api/publications?q=a%26b&page=2',
  );
});

client('sends the workspace, the version that was read, and background requests', async () => {
  const { api, sent } = answering(() => json({ success: true }));
  await api('DELETE /api/publications/{id}', { params: { id: 'x' }, ifMatch: '"3.abc"' });
  await api('GET /api/publications', { inBackground: true });
  const [written, read] = sent.map(({ init }) => new Headers(init.headers));
  assert.equal(written?.get('x-workspace-id'), 'org');
  assert.equal(written?.get('if-match'), '"3.abc"');
  assert.equal(written?.has('x-colophon-background'), false);
  assert.equal(read?.get('x-colophon-background'), '1');
});

client('remembers a write that listings do not show yet', async () => {
  const headers = { 'x-colophon-pending': 'catalogue', 'x-colophon-position': '12', etag: '"4"' };
  const { api, pending } = answering(() => json({}, 200, headers));
  assert.equal((await api('DELETE /api/publications/{id}', { params: { id: 'x' } })).etag, '"4"');
  assert.deepEqual(pending, [{ listings: 'catalogue', position: 12 }]);
});

client('polls for all pending writes together, until listings show the latest', () => {
  notePending({ listings: 'catalogue, timeline', position: 7 });
  const first = pendingWrite.value;
  notePending({ listings: 'works, catalogue', position: 5 });
  assert.deepEqual(pendingWrite.value, { listings: 'catalogue, timeline, works', position: 7 });
  assert.ok(first);
  settlePending(first);
  assert.ok(isPending.value);
  if (pendingWrite.value !== null) settlePending(pendingWrite.value);
  assert.equal(isPending.value, false);
});

const failureOf = async (answer: () => Response | Promise<Response>): Promise<Failure> => {
  const { api } = answering(answer);
  const failure = await api('GET /api/publications').then(
    () => null,
    (error: unknown) => error,
  );
  assert.ok(failure instanceof Failure);
  return failure;
};

client('distinguishes failures', async () => {
  const kinds = {
    400: 'refused',
    401: 'signed_out',
    403: 'forbidden',
    404: 'not_found',
    409: 'refused',
    412: 'stale',
    429: 'busy',
    500: 'broken',
    503: 'unavailable',
  } as const;
  for (const [status, kind] of Object.entries(kinds))
    assert.equal((await failureOf(() => json({ error: 'no' }, Number(status)))).kind, kind, status);
  assert.equal((await failureOf(() => Promise.reject(new TypeError('Failed to fetch')))).kind, 'offline');
  assert.equal((await failureOf(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))).kind, 'broken');
});

client('finds the field of a refusal, in each shape of details', async () => {
  const listed = { error: 'no', details: { errors: [{ parameter: 'page', message: 'must be at least 1' }, 7] } };
  assert.deepEqual([...(await failureOf(() => json(listed, 400))).byField], [['page', 'must be at least 1']]);
  const single = { error: 'it is taken', details: { field: '/email', accepted: 'another' } };
  assert.deepEqual([...(await failureOf(() => json(single, 409))).byField], [['email', 'it is taken']]);
  const inList = { error: 'no', details: { field: 'member_orcids/1', accepted: 'an iD' } };
  assert.equal((await failureOf(() => json(inList, 400))).byField.get('member_orcids'), 'no');
  assert.equal((await failureOf(() => json({ error: 'no', details: null }, 400))).byField.size, 0);
});

client('detects the end of the session', async () => {
  const { api, signedOut } = answering(() => json({ error: 'not signed in' }, 401));
  await assert.rejects(api('GET /api/publications'));
  assert.equal(signedOut(), 1);
});

client('ignores aborted requests', async () => {
  const gone = new AbortController();
  gone.abort();
  const { api } = answering(() => Promise.reject(new DOMException('aborted', 'AbortError')));
  await assert.rejects(api('GET /api/publications', { signal: gone.signal }), { name: 'AbortError' });
});
