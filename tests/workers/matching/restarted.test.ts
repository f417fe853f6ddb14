/** Matching by workers that never live long: each takes up where the last one came to. */
import assert from 'node:assert/strict';
import type { EventStore } from '../../../commands/ports.ts';
import { ORCIDS } from '../../../infra/demo/sample.ts';
import { matchedUpTo, runMatching } from '../../../workers/matching/index.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { openInstallation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';

const EVENTS_A_LIFE = 5;
const MOST_LIVES = 100;
/** That passes between two looks at the clock. */
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

const restarted = suite('matching that is cut off again and again');

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
