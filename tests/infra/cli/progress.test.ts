/** Progress bars on a terminal. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { mock } from 'node:test';
import { ingestionOn } from '../../../infra/cli/ingest.ts';
import { duration, stepsOn, timeLeft, type Out } from '../../../infra/cli/output.ts';
import { rebuildProgressOn } from '../../../infra/cli/rebuild.ts';
import { suite } from '../../support/suite.ts';

const time = suite('the time left');

time('is derived from the progress since the first report', () => {
  assert.equal(timeLeft({ at: 0, done: 0 }, { at: 30_000, done: 25 }, 100), '1 min 30 s');
  assert.equal(timeLeft({ at: 1_000, done: 40 }, { at: 3_000, done: 60 }, 100), '4 s');
  assert.equal(timeLeft({ at: 0, done: 0 }, { at: 9_000, done: 100 }, 100), '0 s');
});

time('is not shown before anything has been done', () =>
  assert.equal(timeLeft({ at: 0, done: 7 }, { at: 60_000, done: 7 }, 100), '…'),
);

time('is never shown as 60 seconds or 60 minutes', () =>
  assert.deepEqual([1, 59_001, 60_000, 119_500, 3_599_001, 3_600_000, 5_400_000].map(duration), [
    '1 s',
    '1 min 0 s',
    '1 min 0 s',
    '2 min 0 s',
    '1 h 0 min',
    '1 h 0 min',
    '1 h 30 min',
  ]),
);

const bar = suite('a progress bar');

/** A terminal of 200 columns, with a manual clock. */
const onTerminal = (draw: (out: Out, at: (milliseconds: number) => void) => void): string => {
  const screen = Object.assign(new PassThrough(), { isTTY: true, columns: 200 });
  let time = 0;
  const clock = mock.method(performance, 'now', () => time);
  try {
    draw({ line: () => undefined, bars: screen, confirm: null }, (milliseconds) => (time = milliseconds));
  } finally {
    clock.mock.restore();
  }
  return String(screen.read());
};

bar('of a long step covers the whole step, however often it is updated', () => {
  const drawn = onTerminal((out, at) => {
    const { watch, end } = stepsOn(out, false);
    watch('copying events.db', 0, 1_000);
    at(50_000);
    for (let done = 490; done <= 500; done += 1) watch('copying events.db', done, 1_000);
    end();
  });
  assert.match(drawn, /copying events\.db .* 0 %, … left/u);
  assert.match(drawn, /copying events\.db .* 50 %, 50 s left/u);
  assert.doesNotMatch(drawn, /NULL|INF|NaN/u);
});

bar('of an ingestion counts the works found, and excludes the time before', () => {
  const orcid = '0000-0002-1825-0097';
  const counts = { found: 0, created: 0, refreshed: 0, unchanged: 0, failed: 0 };
  const drawn = onTerminal((out, at) => {
    const { watch, end } = ingestionOn(out, false);
    at(10_000);
    watch({ orcid, status: 'processing', counts: { ...counts, found: 40, created: 10 }, error: null });
    end();
  });
  assert.match(drawn, /0\/1 works, … left/u);
  assert.match(drawn, /10\/40 works, 30 s left/u);
});

bar('of a rebuild measures its position in the log', () => {
  const rebuild = { name: 'works', head: 1_000, eventsPerSecond: 50, isDone: false };
  const drawn = onTerminal((out, at) => {
    const { watch, end } = rebuildProgressOn('rebuilding', out, false);
    watch([{ ...rebuild, position: 100 }]);
    at(20_000);
    watch([{ ...rebuild, position: 300 }]);
    end();
  });
  assert.match(drawn, /30 % works, 50 events\/s, 1 min 10 s left/u);
});
