/** The limits of a request before any route handles it: its URL, search, cursor, and the size of error responses. */
import assert from 'node:assert/strict';
import { REQUEST, SEARCH } from '../../domain/limits.ts';
import { openInstallation } from '../support/installation.ts';
import { servePublic, type Reply } from '../support/serving.ts';
import { suite } from '../support/suite.ts';

const entrance = suite('a request to the public listener');

const installation = await entrance.holds(openInstallation());
await installation.settled();
const served = await entrance.holds(servePublic(installation));

type Refusal = { readonly details: { readonly errors: readonly { readonly parameter: string }[] } };

const problemsIn = ({ status, body, text }: Reply): Refusal['details']['errors'] => {
  assert.equal(status, 400, text);
  return (body as Refusal).details.errors;
};

const list = (query: string): Promise<Reply> => served.get(`/v1/publications?${query}`);
const parametersOf = async (query: string): Promise<readonly string[]> =>
  problemsIn(await list(query)).map(({ parameter }) => parameter);

entrance('may have a URL of the maximum length, and is a 414 with a longer one', async () => {
  const start = '/v1/publications?publication_type=';
  const longest = start + 'x'.repeat(REQUEST.urlBytes - start.length);
  assert.equal((await served.get(longest)).status, 400);
  const { status, body } = await served.get(`${longest}x`);
  assert.equal(status, 414);
  assert.deepEqual(body, {
    error: 'the address is too long',
    code: 'address_too_long',
    details: { accepted: 'at most 8 KiB' },
  });
});

entrance('may have a pasted title as its search, and names `q` if it is too long or has too many words', async () => {
  const words = (count: number): string => Array.from({ length: count }, (_, index) => index.toString(36)).join('+');
  assert.equal((await list(`q=${words(SEARCH.terms)}`)).status, 200);
  assert.equal((await list(`q=${'割'.repeat(SEARCH.characters)}`)).status, 200);
  assert.deepEqual(await parametersOf(`q=${words(SEARCH.terms + 1)}`), ['q']);
  assert.deepEqual(await parametersOf(`q=${'a'.repeat(SEARCH.characters + 1)}`), ['q']);
  // One character that stands for four words.
  assert.equal((await list(`q=${'\ufdfa'.repeat(SEARCH.characters)}`)).status, 200);
});

entrance('has at most twenty problems reported, with at most a hundred characters of input', async () => {
  const unknown = Array.from({ length: 2_000 }, (_, index) => index.toString(36));
  assert.equal((await parametersOf(unknown.join('&'))).length, REQUEST.problems);
  assert.equal((await parametersOf(`${unknown.slice(0, 100).join('&')}&page=0&sort=x`)).length, REQUEST.problems);
  for (const query of [
    'p'.repeat(8_000),
    `publication_type=${'x'.repeat(8_000)}`,
    `cursor=${'x'.repeat(8_000)}`,
    `q=${'x'.repeat(8_000)}`,
  ]) {
    const { status, text } = await list(query);
    assert.equal(status, 400);
    assert.doesNotMatch(text, /(?:p|x){101}/u);
  }
  const { status, text } = await served.get(`/${'x'.repeat(8_000)}`);
  assert.equal(status, 404);
  assert.doesNotMatch(text, /x{101}/u);
});

const sealed = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

entrance('is refused with a cursor that is nested, forged or malformed', async () => {
  const { body } = await list('cursor=*&per_page=1');
  const whole = (body as { next_cursor: string | null }).next_cursor;
  const nested = Buffer.from('['.repeat(1_500) + ']'.repeat(1_500)).toString('base64url');
  const parts = ['a', 1, 1, 'x'];
  for (const cursor of [
    nested,
    nested.repeat(2),
    sealed([parts]),
    sealed({ 0: 'a' }),
    sealed([...parts, parts]),
    sealed(['a', -1, 1, 'x']),
    sealed(['a', 1.5, 1, 'x']),
    sealed(['a', 1, 1e300, 'x']),
    sealed([{ __proto__: 1 }, 1, 1, 'x']),
    sealed([null, null, null, null]),
    ...(whole === null ? [] : [`${whole}AA`]),
  ])
    assert.deepEqual(await parametersOf(`cursor=${cursor}`), ['cursor'], cursor.slice(0, 100));
});
