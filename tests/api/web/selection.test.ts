/** Selecting rows: selecting one of a hundred affects only that one. */
import assert from 'node:assert/strict';
import { effect } from '@preact/signals';
import { openSelection } from '../../../api/web/parts/selection.ts';
import { suite } from '../../support/suite.ts';

const selecting = suite('selecting rows');
const KEYS = Array.from({ length: 100 }, (_, index) => String(index));

selecting('renders the selected row, and no other', () => {
  const selection = openSelection();
  const renders = new Map<string, number>();
  for (const key of KEYS)
    effect(() => {
      void selection.isSelected(key).value;
      renders.set(key, (renders.get(key) ?? 0) + 1);
    });
  selection.toggle('7');
  assert.deepEqual(
    [...renders].filter(([, count]) => count > 1),
    [['7', 2]],
  );
  assert.deepEqual(selection.keys.value, ['7']);
});

selecting('extends with the shift key, in either direction', () => {
  const selection = openSelection();
  selection.toggle('3');
  selection.toggle('6', KEYS);
  assert.deepEqual([...selection.keys.value].sort(), ['3', '4', '5', '6']);
  selection.toggle('5', KEYS);
  assert.deepEqual([...selection.keys.value].sort(), ['3', '4']);
});

selecting('is kept for rows of other pages, until it is cleared', () => {
  const selection = openSelection();
  selection.set(KEYS.slice(0, 50), true);
  selection.set(['elsewhere'], true);
  assert.equal(selection.count.value, 51);
  selection.clear();
  assert.equal(selection.count.value, 0);
  assert.equal(selection.isSelected('elsewhere').value, false);
});
