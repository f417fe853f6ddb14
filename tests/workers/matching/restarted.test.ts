/** Matching by workers that never live long: each continues where the last one stopped. */
import assert from 'node:assert/strict';
import type { EventStore } from '../../../commands/ports.ts';
import { ORCIDS } from '../../../infra/demo/sample.ts';
import { matchedUpTo, runMatchingRole } from '../../../workers/matching/index.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { openInstallation } from '../../support/installation.ts';
import { noWaits } from '../../support/silent.ts';
import { until } from '../../support/until.ts';
import { suite } from '../../support/suite.ts';
import { assertMatched } from './matched.ts';

const MOST_LIVES = 100;

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
    const deps = { ...installation, log, events: passed };
    const running = runMatchingRole(deps, { name: `life ${lives}`, signal: life.signal, waits: noWaits });
    await until(
      () => matchedUpTo(state),
      (position) => position > head,
    );
    life.abort();
    await running;
  }
  assert.deepEqual(errors, []);
});

restarted('leaves no publication out, to the end of the log', async () => {
  await using installation = await openInstallation({ matching: false });
  await ingestAll(installation, ORCIDS);
  const { events, state } = installation;
  const head = await events.head();
  let lives = 0;
  for (; (await matchedUpTo(state)) < head; lives += 1) {
    assert.ok(lives < MOST_LIVES);
    const life = new AbortController();
    let matches = 0;
    const readStream: EventStore['readStream'] = (...asked) => {
      // Each life is a little longer than the one before.
      if ((matches += 1) > lives) life.abort();
      return events.readStream(...asked);
    };
    const deps = { ...installation, events: { ...events, readStream } };
    const ended = runMatchingRole(deps, { name: `life ${lives}`, signal: life.signal, waits: noWaits });
    await until(
      async () => life.signal.aborted || (await matchedUpTo(state)) >= head,
      (isOver) => isOver,
    );
    life.abort();
    await ended;
  }
  assert.ok(lives > 1);
  await installation.settled();
  await assertMatched(installation, ORCIDS.length);
});
