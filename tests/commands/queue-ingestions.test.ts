import assert from 'node:assert/strict';
import { loadState } from '../../commands/aggregate.ts';
import { handle } from '../../commands/handle.ts';
import { ingestionAggregate } from '../../commands/ingestion.ts';
import type { EventStore } from '../../commands/ports.ts';
import { queueIngestions, type Queued, type QueueRequest } from '../../commands/queue-ingestions.ts';
import { shardOf } from '../../commands/shard.ts';
import type { IngestionCommand } from '../../domain/ingestion/ingestion.ts';
import { NO_COUNTS } from '../../domain/ingestion/state.ts';
import { callerWith, depsOf } from '../support/counter.ts';
import { collect } from '../support/event-stores.ts';
import { memoryEventStore } from '../support/memory-event-store.ts';
import { rejectedWith } from '../support/refused.ts';
import { suite } from '../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';
const OTHER = '0000-0002-1694-233X';
let sent = 0;
const queue = (events: EventStore, orcids: readonly string[], more: Partial<QueueRequest> = {}): Promise<Queued> =>
  queueIngestions(
    depsOf(events),
    { orcids, triggerSource: 'api', shards: 4, ...more },
    callerWith(`queue ${(sent += 1)}`),
  );

const end = async (events: EventStore, { jobs: [job] }: Queued, how: 'succeed' | 'fail'): Promise<void> => {
  assert.ok(job !== undefined);
  const report = { jobId: job.id, worker: 'w', counts: NO_COUNTS, confirmed: [] };
  const commands: IngestionCommand[] = [
    { type: 'StartIngestion', jobId: job.id, worker: 'w', now: 1 },
    how === 'succeed'
      ? { type: 'SucceedIngestion', ...report, failedWorks: [] }
      : { type: 'FailIngestion', ...report, error: { code: 'x', message: 'x' } },
  ];
  for (const command of commands)
    await handle(depsOf(events), ingestionAggregate, job.orcid, command, callerWith(`end ${(sent += 1)}`));
};

const queueing = suite('queueing ingestions');

queueing('creates one job per iD, with its shard', async () => {
  const events = memoryEventStore();
  const { requested, jobs, skipped, position } = await queue(events, [CARBERRY, 'https://orcid.org/000000021694233x']);
  assert.deepEqual(
    { requested, skipped, position, jobs: jobs.map(({ orcid, shard }) => [orcid, shard]) },
    {
      requested: 2,
      skipped: [],
      position: await events.head(),
      jobs: [CARBERRY, OTHER].map((orcid) => [orcid, shardOf(orcid, 4)]),
    },
  );
  const { state } = await loadState(events, ingestionAggregate, 'pots', OTHER);
  assert.equal(state.job?.id, jobs[1]?.id);
});

queueing('names iDs that are repeated, and those with an active job', async () => {
  const events = memoryEventStore();
  const [active] = (await queue(events, [OTHER])).jobs;
  const { requested, jobs, skipped } = await queue(events, [CARBERRY, CARBERRY, OTHER]);
  assert.equal(requested, 3);
  assert.deepEqual(
    jobs.map(({ orcid }) => orcid),
    [CARBERRY],
  );
  assert.deepEqual(skipped, [
    { orcid: CARBERRY, reason: 'repeated' },
    { orcid: OTHER, reason: 'active', jobId: active?.id },
  ]);
});

queueing('skips people who were ingested before only on request', async () => {
  const events = memoryEventStore();
  await end(events, await queue(events, [CARBERRY]), 'succeed');
  await end(events, await queue(events, [CARBERRY]), 'fail');
  await end(events, await queue(events, [OTHER]), 'fail');
  const { jobs, skipped } = await queue(events, [CARBERRY, OTHER], { skipExisting: true });
  assert.deepEqual(skipped, [{ orcid: CARBERRY, reason: 'already_ingested' }]);
  assert.deepEqual(
    jobs.map(({ orcid }) => orcid),
    [OTHER],
  );
  assert.equal((await queue(events, [CARBERRY])).jobs.length, 1);
});

queueing('queues nothing when one iD is malformed, and names it', async () => {
  const events = memoryEventStore();
  const refusal = await rejectedWith('invalid', 'invalid_orcid', queue(events, [CARBERRY, '0000-0002-1825-0098']));
  assert.equal(refusal.details?.['field'], 'orcid_ids/1');
  assert.equal(refusal.details['value'], '0000-0002-1825-0098');
  assert.deepEqual(await collect(events.readAll()), []);
});

queueing('concurrently creates one job', async () => {
  const events = memoryEventStore();
  const all = await Promise.all(Array.from({ length: 10 }, () => queue(events, [CARBERRY])));
  assert.equal(all.flatMap(({ jobs }) => jobs).length, 1);
  assert.equal(all.flatMap(({ skipped }) => skipped).length, 9);
});

queueing('does not read events before the current job', async () => {
  const inner = memoryEventStore();
  for (let round = 0; round < 20; round += 1) await end(inner, await queue(inner, [CARBERRY]), 'succeed');
  const read: string[] = [];
  const events: EventStore = {
    ...inner,
    readStream: async function* (stream, options) {
      for await (const event of inner.readStream(stream, options)) {
        read.push(event.type);
        yield event;
      }
    },
  };
  const { state } = await loadState(events, ingestionAggregate, 'pots', CARBERRY);
  assert.deepEqual([state.hasSucceeded, state.job?.status, read.length], [true, 'succeeded', 3]);
});

const SHA = 0x1dad02f2;
const shards = suite('a shard');
shards('is derived from the first four bytes of the SHA-256', () => {
  // printf 0000-0002-1825-0097 | sha256sum
  assert.equal(shardOf(CARBERRY, 2 ** 32), SHA);
  assert.equal(shardOf(CARBERRY, 4), SHA % 4);
});
