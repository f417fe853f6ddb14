/** Cleaning a text costs no more than its length: tokens and memory are measured far beyond the limits of requests. */
import assert from 'node:assert/strict';
import { TEXT } from '../../../domain/limits.ts';
import { depositedText, plainText, richText } from '../../../commands/text/index.ts';
import { tokensOf } from '../../../commands/text/parse.ts';
import { heapKept } from '../../support/heap.ts';
import { BOMBS } from '../../support/text-bombs.ts';
import { suite } from '../../support/suite.ts';

const cleaning = suite('cleaning a hostile text');
const SIZES = [TEXT.abstractCharacters, 10 * TEXT.abstractCharacters];

cleaning('has at most two tokens for each of its angle brackets, and one more', () => {
  for (const [what, bomb] of Object.entries(BOMBS))
    for (const size of SIZES) {
      const text = bomb(size);
      let tokens = 0;
      for (const _token of tokensOf(text)) tokens += 1;
      assert.ok(tokens <= 2 * (text.split('<').length - 1) + 1, `${what}: ${tokens}`);
    }
});

cleaning('leaves little more than its text, and retains no memory', () => {
  for (const [what, bomb] of Object.entries(BOMBS))
    for (const size of SIZES) {
      const text = bomb(size);
      let characters = 0;
      const kept = heapKept(() => {
        characters = Math.max(richText(text).length, depositedText(text).length);
        return plainText(text).length;
      });
      assert.ok(kept < 4_000_000, `${what}, ${size} characters: ${kept} bytes`);
      assert.ok(characters <= 12 * text.length, what);
    }
});
