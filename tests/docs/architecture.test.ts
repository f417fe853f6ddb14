/** The page about the architecture names only existing files. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { suite } from '../support/suite.ts';

const architecture = suite('the page about the architecture');

architecture('names only existing files and folders', () => {
  const named = [...readFileSync('docs/architecture.md', 'utf8').matchAll(/`([a-z-]+\/[\w./-]*)`/gu)].map(
    ([, place]) => place ?? '',
  );
  assert.ok(named.length > 20, `${named.length} places`);
  assert.deepEqual(
    named.filter((place) => !existsSync(place)),
    [],
  );
});
