/** Undos, previews and histories at the same time: few work, others wait, and leave. */
import assert from 'node:assert/strict';
import { openLongReads, type LongReads } from '../../../api/dashboard/long-reads.ts';
import { HttpFailure } from '../../../api/http/errors.ts';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { suite } from '../../support/suite.ts';

const reading = suite('a long read');

const never = new AbortController().signal;
const deps = { events: memoryEventStore() };
const PATIENT = { atOncePerWorkspace: 2, atOnce: 4, waitMs: 100_000 } as const;

/** Work that ends when told to, and the names of what has begun. */
const works = (turns: LongReads) => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const start = (workspace: string, signal = never): Promise<void> =>
    turns.inTurn(deps, workspace, signal, () => {
      begun.push(workspace);
      return new Promise((resolve) => ends.push(resolve));
    });
  return { begun, start, endOne: () => ends.shift()?.() };
};

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

reading('waits while two of its workspace or four in all work', async () => {
  const { begun, start, endOne } = works(openLongReads(PATIENT));
  const all = ['a', 'a', 'a', 'b', 'b', 'c'].map((workspace) => start(workspace));
  await settled();
  assert.deepEqual(begun, ['a', 'a', 'b', 'b']);
  endOne();
  await settled();
  assert.equal(begun.length, 5);
  for (let n = 0; n < all.length; n += 1) {
    endOne();
    await settled();
  }
  await Promise.all(all);
  assert.deepEqual([...begun].sort(), ['a', 'a', 'a', 'b', 'b', 'c']);
});

reading('that waits too long is a 429 that says when to try again', async () => {
  const { begun, start, endOne } = works(openLongReads({ ...PATIENT, atOncePerWorkspace: 1, waitMs: 20 }));
  const first = start('a');
  await assert.rejects(start('a'), (error) => {
    assert.ok(error instanceof HttpFailure);
    assert.deepEqual([error.answer.status, error.answer.headers['Retry-After']], [429, '1']);
    return true;
  });
  endOne();
  await first;
  assert.deepEqual(begun, ['a']);
});

reading('whose client leaves while it waits does not begin, and keeps its place once it has', async () => {
  const { begun, start, endOne } = works(openLongReads({ ...PATIENT, atOncePerWorkspace: 1 }));
  const [leaving, left] = [new AbortController(), new AbortController()];
  const working = start('a', leaving.signal);
  const waiting = start('a', left.signal);
  const last = start('a');
  left.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  leaving.abort();
  await settled();
  assert.deepEqual(begun, ['a']);
  endOne();
  await working;
  await settled();
  endOne();
  await last;
  assert.deepEqual(begun, ['a', 'a']);
});
