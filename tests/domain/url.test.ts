/** Addresses are read alike, however often. */
import assert from 'node:assert/strict';
import { urlIn } from '../../domain/url.ts';
import { suite } from '../support/suite.ts';

const urls = suite('an address of the web');

urls('is one however often it is read, also with letters that are not ASCII', () => {
  for (let n = 0; n < 50_000; n += 1)
    if (urlIn('https://bücher.example/ä') === null) assert.fail(`it is refused after ${n} times`);
});

urls('is resolved against another', () => {
  assert.equal(urlIn('/ü', 'https://example.org/a')?.href, 'https://example.org/%C3%BC');
  assert.deepEqual([urlIn('/ü'), urlIn('https://')], [null, null]);
});
