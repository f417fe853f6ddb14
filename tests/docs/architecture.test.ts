/** The page that explains how the program is built names files that are there. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { suite } from '../support/suite.ts';

const architecture = suite('the page about the architecture');

architecture('names files and folders that are there', () => {
  const named = [...readFileSync('docs/architecture.md', 'utf8').matchAll(/`([a-z-]+\/[\w./-]*)`/gu)].map(
    ([, place]) => place ?? '',
  );
  assert.ok(named.length > 20, `${named.length} places`);
  assert.deepEqual(
    named.filter((place) => !existsSync(place)),
    [],
  );
});
