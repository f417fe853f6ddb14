/** Matching by workers that never live long: each continues where the last one stopped. */
import assert from 'node:assert/strict';
import type { EventStore } from '../../../commands/ports.ts';
import { ORCIDS } from '../../../infra/demo/sample.ts';
import { matchedUpTo, runMatching } from '../../../workers/matching/index.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { openInstallation } from '../../support/installation.ts';
import { until } from '../../support/until.ts';
import { suite } from '../../support/suite.ts';

const EVENTS_A_LIFE = 5;
const MOST_LIVES = 100;
/** The time between two reads of the clock. */
const STEP_MS = 3_000;

const endingAfter = (store: EventStore, count: number, end: () => void): EventStore => ({
  ...store,
  subscribe: async function* (options) {
    let seen = 0;
    for await (const delivery of store.subscribe(options)) {
      yield delivery;
      if (delivery.kind === 'event') seen += 1;
      if (seen < count && delivery.kind === 'event') continue;
      end();
      return;
    }
  },
});

const restarted = suite('matching that is interrupted repeatedly');

restarted('continues where others have written to the same log since', async () => {
  await using installation = await openInstallation({ matching: false });
  await ingestAll(installation, ORCIDS.slice(0, 1));
  const { events, state } = installation;
  const head = await events.head();
  const passed: EventStore = {
    ...events,
    end: () => Promise.resolve(head + 1_000),
    subscribe: async function* (options) {
      for await (const delivery of events.subscribe(options))
        yield delivery.kind === 'caughtUp' ? { ...delivery, position: head + 1_000 } : delivery;
    },
  };
  const errors: unknown[] = [];
  const log = { ...installation.log, error: (...args: readonly unknown[]) => void errors.push(args) };
  for (let lives = 0; lives < 2; lives += 1) {
    const life = new AbortController();
    const running = runMatching({ ...installation, log, events: passed }, life.signal);
    await until(
      () => matchedUpTo(state),
      (position) => position > head,
    );
    life.abort();
    await running;
  }
  assert.deepEqual(errors, []);
});

restarted('makes progress each time, to the end of the log', async () => {
  await using installation = await openInstallation({ matching: false });
  await ingestAll(installation, ORCIDS);
  let now = Date.now();
  const clock = { now: () => (now += STEP_MS) };
  const head = await installation.events.head();
  for (let lives = 0; lives < MOST_LIVES && (await matchedUpTo(installation.state)) < head; lives += 1) {
    const life = new AbortController();
    const events = endingAfter(installation.events, EVENTS_A_LIFE, () => life.abort());
    await runMatching({ ...installation, events, clock }, life.signal);
  }
  assert.ok(
    (await matchedUpTo(installation.state)) >= head,
    `only to ${await matchedUpTo(installation.state)} of ${head}`,
  );
});
