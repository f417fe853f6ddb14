/** The page on security: each guarantee names a test, and each named test exists. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { suite } from '../support/suite.ts';

const HELD = /`(tests\/[^`]+)`\s+›\s+([^,.\n]+(?:\n {2}[^,.\n]+)?)/gu;
const TITLE = /[sS]uite\(\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`)/gu;

const promises = suite('the page on security');

const page = (): Promise<string> => readFile('docs/security.md', 'utf8');
const titlesIn = async (file: string): Promise<readonly string[]> => {
  const source = await readFile(file, 'utf8');
  return [...source.matchAll(TITLE)].map(([, single, double, back]) => single ?? double ?? back ?? '');
};
const heldIn = (text: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(HELD)].map(([, file = '', title = '']) => [file, title.replace(/\s+/gu, ' ').trim()]);

promises('names a test for every guarantee', async () => {
  const items = (await page()).split(/^- /mu).slice(1);
  assert.ok(items.length > 20);
  for (const item of items) assert.ok(heldIn(item).length > 0, item);
});

promises('names only existing files and suites', async () => {
  for (const [file, title] of heldIn(await page())) {
    const titles = await titlesIn(file);
    assert.ok(titles.includes(title), `${file} has no suite "${title}" but ${titles.join(', ')}`);
  }
});
