/** Failing stuck jobs: those that are still stuck. */
import assert from 'node:assert/strict';
import { handle } from '../../../commands/handle.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import type { EventStore } from '../../../commands/ports.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { clearStuckJobs, type Cleared, type StandingJob } from '../../../commands/site-tools/clear-stuck-jobs.ts';
import type { Actor } from '../../../domain/event.ts';
import { callerWith, depsOf } from '../../support/counter.ts';
import { collect } from '../../support/event-stores.ts';
import { faultyEventStore } from '../../support/faulty-event-store.ts';
import { silent } from '../../support/installation.ts';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { suite } from '../../support/suite.ts';

const ORCIDS = ['0000-0002-1825-0097', '0000-0002-1694-233X'];
let sent = 0;
const SYSTEM: Actor = { type: 'system', id: 'test' };
const caller = (actor = SYSTEM) => ({ ...callerWith(`clear ${(sent += 1)}`), actor });

const standing = async (events: EventStore): Promise<readonly StandingJob[]> => {
  const toQueue = { orcids: ORCIDS, triggerSource: 'api', shards: 2 } as const;
  const { jobs } = await queueIngestions(depsOf(events), toQueue, caller());
  return jobs.map(({ id, orcid, shard }) => ({ jobId: id, orcid, shard, revision: 0 }));
};

const clear = (events: EventStore, jobs: readonly StandingJob[], dryRun = false, actor = SYSTEM): Promise<Cleared> => {
  const each = async function* (): AsyncIterable<StandingJob> {
    yield* jobs;
  };
  const request = { jobs: each(), shards: 2, thresholdSeconds: 60, reason: null, dryRun };
  const deps = { ...depsOf(events), workspacesOf: () => Promise.resolve([]), log: silent };
  return clearStuckJobs(deps, request, caller(actor));
};

const clearing = suite('clearing stuck jobs');

clearing('does exactly what its preview shows', async () => {
  const events = memoryEventStore();
  const jobs = await standing(events);
  const head = await events.head();
  const planned = await clear(events, jobs, true);
  assert.equal(await events.head(), head);
  const done = await clear(events, jobs);
  assert.deepEqual({ ...planned, position: null }, { ...done, position: null });
  assert.equal(done.position, await events.head());
  const again = await clear(events, jobs);
  assert.deepEqual(again.jobs, []);
});

clearing('skips a job that has progressed since it was listed as stuck', async () => {
  const events = memoryEventStore();
  const jobs = await standing(events);
  const [moved, stands] = jobs;
  assert.ok(moved && stands);
  const start = { type: 'StartIngestion', jobId: moved.jobId, worker: 'w', now: 1 } as const;
  await handle(depsOf(events), ingestionAggregate, moved.orcid, start, caller());
  for (const dryRun of [true, false]) assert.deepEqual((await clear(events, jobs, dryRun)).jobs, [stands]);
});

clearing('names every shard when nothing can be written', async () => {
  const inner = memoryEventStore();
  const jobs = await standing(inner);
  const head = await inner.head();
  const events = faultyEventStore(inner);
  events.failAppends(...Array.from({ length: 20 }, () => 'before' as const));
  const { shards, position } = await clear(events, jobs);
  const concerned = new Set(jobs.map(({ shard }) => shard));
  for (const { shard, error } of shards) assert.equal(error !== null, concerned.has(shard));
  assert.equal(position, null);
  assert.equal(await inner.head(), head);
});

clearing('counts a job once if the response was lost', async () => {
  const inner = memoryEventStore();
  const jobs = await standing(inner);
  const events = faultyEventStore(inner);
  events.failAppends('after', 'after', 'after');
  assert.equal((await clear(events, jobs)).jobs.length, 2);
  const types = (await collect(inner.readAll())).map(({ type }) => type);
  assert.equal(types.filter((type) => type === 'IngestionForceFailed').length, 2);
  assert.equal(types.filter((type) => type === 'StuckJobsCleared').length, 1);
});

clearing('stops, and says why, when who clears them ceases to be an administrator', async () => {
  const events = memoryEventStore();
  const jobs = await standing(events);
  const { jobs: cleared, shards } = await clear(events, jobs, false, { type: 'user', id: 'u1' });
  assert.deepEqual(cleared, []);
  assert.deepEqual(new Set(shards.map(({ error }) => error)).size, 1);
  assert.match(shards[0]?.error ?? '', /no longer a member/u);
});
