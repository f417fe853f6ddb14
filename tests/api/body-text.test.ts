/** Large responses are serialized item by item, into the same JSON as at once. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { writeJson } from '../../api/http/body-text.ts';
import { suite } from '../support/suite.ts';

const LARGE = 80;
const ITEM_CHARACTERS = 300_000;

const writing = suite('a response body');

writing('is the JSON of a single serialization, and its digest matches', () =>
  fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      const { content, digest } = await writeJson(value);
      const expected = JSON.stringify(value);
      assert.equal(content.toString(), expected);
      assert.equal(digest, createHash('sha256').update(expected).digest('base64url'));
    }),
  ),
);

writing('omits what JSON omits', async () => {
  const day = new Date(0);
  for (const value of [{ a: undefined, b: [undefined, day], c: day, d: [] }, { a: undefined }, day, [], [undefined]])
    assert.equal((await writeJson(value)).content.toString(), JSON.stringify(value));
  assert.equal((await writeJson(undefined)).content.length, 0);
});

writing('that is large takes several turns of the event loop', async () => {
  const items = Array.from({ length: LARGE }, (_, n) => ({ n, text: 'é'.repeat(ITEM_CHARACTERS) }));
  let [isDone, turns] = [false, 0];
  const written = writeJson({ items }).then(({ content }) => {
    isDone = true;
    return content.length;
  });
  for (; !isDone; await nextTurn()) turns += 1;
  assert.ok((await written) > LARGE * ITEM_CHARACTERS);
  assert.ok(turns >= 3, `${turns} turns`);
});
