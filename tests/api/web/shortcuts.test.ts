import assert from 'node:assert/strict';
import { matchShortcut, type Shortcut } from '../../../api/web/parts/shortcuts.ts';
import { suite } from '../../support/suite.ts';

const keys = suite('a key');
const shortcut = (pressed: string): Shortcut => ({ keys: pressed, label: pressed, run: () => undefined });
const KNOWN = ['g p', 'g h', '/', '?'].map(shortcut);

const press = (before: string | null, key: string, held: object = {}) => {
  const { run, first } = matchShortcut(KNOWN, before, {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    repeat: false,
    ...held,
  });
  return { run: run?.keys ?? null, first };
};

keys('that is a shortcut runs it, and one that begins one waits for the other', () => {
  assert.deepEqual(press(null, '?'), { run: '?', first: null });
  assert.deepEqual(press(null, 'g'), { run: null, first: 'g' });
  assert.deepEqual(press('g', 'p'), { run: 'g p', first: null });
});

keys('that continues no shortcut resets the previous one', () => {
  assert.deepEqual(press('g', 'x'), { run: null, first: null });
  assert.deepEqual(press(null, 'p'), { run: null, first: null });
});

keys('that is held down is ignored', () => {
  assert.deepEqual(press(null, '?', { repeat: true }), { run: null, first: null });
});

keys('with a modifier is left to the browser', () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    assert.deepEqual(press(null, '?', held), { run: null, first: null });
});
