/** One query serves all clients of a process that follow changes. */
import assert from 'node:assert/strict';
import { openChangeFeed } from '../../../../api/dashboard/changes/feed.ts';
import { silent } from '../../../support/installation.ts';
import { suite } from '../../../support/suite.ts';

const feeds = suite('the feed of changes');

feeds('passes an error on to all waiting clients, and continues for later ones', async () => {
  let isBroken = true;
  const checkpoint = () => {
    if (isBroken) throw new TypeError('a bug');
    return Promise.resolve({ position: 7, phase: 'live' } as const);
  };
  const feed = openChangeFeed({ readModels: { checkpoint }, projections: [], log: silent });
  const after = (position: number): Promise<number> =>
    feed.after(position, { withinMs: 60_000, signal: new AbortController().signal });
  const waiting = [after(1), after(2)];
  for (const each of waiting) await assert.rejects(each, TypeError);
  isBroken = false;
  assert.equal(await after(1), 7);
  feed.close();
});
