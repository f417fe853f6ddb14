/** When a page polls for changes, and when it relies on a stream. */
import assert from 'node:assert/strict';
import {
  RECONNECT_MS,
  MIN_RELOAD_GAP_MS,
  follow,
  POLL_MS,
  SLOW_POLL_MS,
  SILENCE_MS,
  type Changes,
  type Following,
  type StreamHandlers,
} from '../../../api/web/client/follow.ts';
import { suite } from '../../support/suite.ts';

const following = suite('following changes');

const news = (position: number): Changes => ({
  position,
  changed: [{ type: 'publication', id: 'x' }],
  has_more: false,
});
const nothing = (position: number): Changes => ({ position, changed: [], has_more: false });

type Stream = { readonly after: number; readonly handlers: StreamHandlers; isClosed: boolean };

/** A page with a manual clock, a server with scripted responses, and the streams that it opened. */
const page = (after: number | null = null) => {
  let now = 0;
  const due = new Map<object, { readonly at: number; readonly run: () => void }>();
  const streams: Stream[] = [];
  const requests: (number | null)[] = [];
  const answers: (Changes | Error)[] = [];
  let changed = 0;
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const it: Following = follow({
    after,
    ask: (from) => {
      requests.push(from);
      const answer = answers.shift() ?? nothing(from ?? 1);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    open: (from, handlers) => {
      const stream: Stream = { after: from, handlers, isClosed: false };
      streams.push(stream);
      return { close: () => (stream.isClosed = true) };
    },
    changed: () => (changed += 1),
    later: (run, ms) => {
      const key = {};
      due.set(key, { at: now + ms, run });
      return () => void due.delete(key);
    },
  });
  return {
    it,
    streams,
    requests,
    answers,
    changed: () => changed,
    settle,
    pass: async (ms: number): Promise<void> => {
      const until = now + ms;
      for (;;) {
        const [next] = [...due].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at);
        if (next === undefined) break;
        now = next[1].at;
        due.delete(next[0]);
        next[1].run();
        await settle();
      }
      now = until;
    },
    waiting: () => due.size,
  };
};

const newest = ({ streams }: { readonly streams: readonly Stream[] }): Stream => streams.at(-1) as Stream;

following('requests the position once, then opens one stream, and polls rarely while it is alive', async () => {
  const { requests, pass, settle, streams, ...rest } = page();
  await settle();
  assert.deepEqual([requests, streams.map(({ after }) => after)], [[null], [1]]);
  for (let beats = 0; beats < 6; beats += 1) {
    newest({ streams }).handlers.onChanges(nothing(1 + beats));
    await pass(SLOW_POLL_MS / 6 - 1);
  }
  assert.deepEqual([requests.length, streams.length, rest.changed()], [1, 1, 0]);
  newest({ streams }).handlers.onChanges(nothing(9));
  await pass(20);
  assert.deepEqual(requests, [null, 9]);
});

following('reports the first change at once, and those that follow soon after together', async () => {
  const { changed, pass, settle, streams } = page();
  await settle();
  const { onChanges } = newest({ streams }).handlers;
  onChanges(news(2));
  assert.equal(changed(), 1);
  for (const position of [3, 4, 5]) onChanges(news(position));
  assert.equal(changed(), 1);
  await pass(MIN_RELOAD_GAP_MS);
  assert.equal(changed(), 2);
  await pass(MIN_RELOAD_GAP_MS);
  assert.equal(changed(), 2);
});

following('polls every few seconds without a stream, and tries a stream again after a while', async () => {
  const { answers, requests, changed, pass, settle, streams } = page();
  await settle();
  answers.push(nothing(1), news(7));
  newest({ streams }).handlers.onFailure(true);
  await settle();
  assert.equal(requests.length, 2);
  await pass(POLL_MS);
  assert.deepEqual([requests.length, changed(), streams.length], [3, 1, 1]);
  await pass(RECONNECT_MS - POLL_MS);
  assert.equal(newest({ streams }).after, 7);
  assert.equal(streams.length, 2);
});

following('polls while a stream reconnects by itself', async () => {
  const { requests, pass, settle, streams } = page();
  await settle();
  const { onChanges, onFailure } = newest({ streams }).handlers;
  onChanges(nothing(1));
  onFailure(false);
  await settle();
  assert.equal(requests.length, 2);
  await pass(POLL_MS);
  assert.equal(requests.length, 3);
  onChanges(nothing(1));
  await pass(POLL_MS);
  assert.deepEqual([requests.length, streams.length, newest({ streams }).isClosed], [3, 1, false]);
});

following('treats a silent stream as dead', async () => {
  const { requests, pass, settle, streams } = page();
  await settle();
  newest({ streams }).handlers.onChanges(nothing(1));
  await pass(SILENCE_MS);
  assert.deepEqual([newest({ streams }).isClosed, requests.length], [true, 2]);
  // Also one without any message.
  await pass(RECONNECT_MS);
  assert.equal(streams.length, 2);
  await pass(SILENCE_MS);
  assert.equal(newest({ streams }).isClosed, true);
});

following('continues where the page stopped, and ignores an outdated response', async () => {
  const { answers, requests, changed, settle, streams, it } = page(5);
  await settle();
  assert.deepEqual([requests, newest({ streams }).after], [[5], 5]);
  newest({ streams }).handlers.onChanges(news(8));
  answers.push(news(6));
  await it.check();
  assert.deepEqual([it.position(), changed()], [8, 1]);
});

following('treats a replaced log as a change of everything', async () => {
  const { changed, settle, streams, it } = page(50);
  await settle();
  newest({ streams }).handlers.onChanges({ position: 3, changed: [], has_more: true });
  assert.deepEqual([it.position(), changed()], [3, 1]);
});

following('tolerates a server that is down, and leaves nothing behind when it stops', async () => {
  const { answers, requests, changed, pass, settle, streams, it, waiting } = page(1);
  answers.push(new Error('away'), new Error('away'), news(2));
  await settle();
  newest({ streams }).handlers.onFailure(true);
  await settle();
  await pass(2 * POLL_MS);
  assert.deepEqual([requests.length, changed()], [4, 1]);
  it.stop();
  assert.deepEqual([waiting(), newest({ streams }).isClosed], [0, true]);
  newest({ streams }).handlers.onChanges(news(9));
  await pass(SLOW_POLL_MS);
  assert.deepEqual([requests.length, changed()], [4, 1]);
});
