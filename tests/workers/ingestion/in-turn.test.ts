/** The order in which a worker takes jobs when there are more than it can run at once. */
import assert from 'node:assert/strict';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import { acquireLease } from '../../../commands/lease.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { NO_COUNTS } from '../../../domain/ingestion/state.ts';
import { candidatesInTurn } from '../../../workers/ingestion/candidates.ts';
import { runIngestionWorker } from '../../../workers/ingestion/worker.ts';
import { inventedOrcid } from '../../support/history/papers.ts';
import { jobsOf } from '../../support/ingesting.ts';
import { openInstallation, silent, type Installation } from '../../support/installation.ts';
import { listedAs } from '../../support/listed-as.ts';
import { providersThat } from '../../support/providers-that.ts';
import { noWaits } from '../../support/silent.ts';
import { until } from '../../support/until.ts';
import { suite } from '../../support/suite.ts';

const BACKLOG = 60;
const AT_ONCE = 3;
const MINUTE_MS = 60_000;

const turns = suite('a worker with a backlog', { timeoutMs: 30_000 });

type Stage = {
  readonly installation: Installation;
  /** Queues a job for each iD. */
  readonly queue: (workspace: string, orcids: readonly string[]) => Promise<readonly { id: string; orcid: string }[]>;
  /** A worker starts a queued job and dies, or postpones it until now. */
  readonly begun: (workspace: string, orcid: string, then?: 'put off') => Promise<void>;
  /** iDs whose lists a worker has requested, in that order. */
  readonly requested: () => readonly string[];
  /** Runs a worker, whose providers respond only once `letGo` is called, until the test is done. */
  readonly working: (test: (letGo: () => void) => Promise<void>) => Promise<void>;
};

const onStage = async (test: (stage: Stage) => Promise<void>): Promise<void> => {
  await using installation = await openInstallation({ matching: false });
  const callerIn = (workspace: string) => newCaller(installation.ids, workspace, { type: 'system', id: 'test' });
  const requested = new Set<string>();
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const list = async (_source: unknown, orcid: string) => {
    requested.add(orcid);
    await held;
    return listedAs([]);
  };
  await test({
    installation,
    queue: async (workspace, orcids) => {
      const request = { orcids, triggerSource: 'cli', shards: 4 } as const;
      return (await queueIngestions(installation, request, callerIn(workspace))).jobs;
    },
    begun: async (workspace, orcid, then) => {
      const send = (command: Parameters<typeof ingestionAggregate.decider.decide>[0]) =>
        handle(installation, ingestionAggregate, orcid, command, callerIn(workspace));
      const [jobId, worker, now] = [installation.ids.next(), 'gone', Date.now()];
      await send({ type: 'QueueIngestion', jobId, orcid, shard: 0, triggerSource: 'cli' });
      await send({ type: 'StartIngestion', jobId, worker, now });
      const error = { code: 'timeout', message: 'slow' };
      const report = { jobId, worker, counts: NO_COUNTS, confirmed: [], works: null };
      if (then === 'put off') await send({ type: 'RetryIngestion', ...report, error, notBefore: now });
    },
    requested: () => [...requested],
    working: async (during) => {
      await installation.settled();
      const done = new AbortController();
      // By its clock, no row has changed for a while.
      const clock = { now: () => Date.now() + MINUTE_MS };
      const deps = { ...installation, clock, providers: providersThat({ list }) };
      const running = runIngestionWorker(deps, { name: 'worker', signal: done.signal, waits: noWaits });
      try {
        await during(letGo);
      } finally {
        done.abort();
        letGo();
        await running;
      }
    },
  });
};

const orcids = Array.from({ length: BACKLOG + 2 }, (_, n) => inventedOrcid(n + 1));
const [backlog, other, another] = [orcids.slice(0, BACKLOG), orcids[BACKLOG] ?? '', orcids[BACKLOG + 1] ?? ''];

/** The first jobs that are started, as many as run at once. */
const firstOf = async ({ requested, working }: Stage): Promise<readonly string[]> => {
  let first: readonly string[] = [];
  await working(async () => {
    first = await until(
      async () => requested(),
      ({ length }) => length === AT_ONCE,
    );
  });
  return first;
};

turns('starts jobs of several workspaces and a due retry before a second one of the backlog', () =>
  onStage(async (stage) => {
    await stage.queue('a', backlog);
    await stage.queue('b', [other]);
    await stage.begun('c', another, 'put off');
    assert.deepEqual([...(await firstOf(stage))].sort(), [backlog[0], other, another]);
  }),
);

turns('takes over the job of a dead worker meanwhile', () =>
  onStage(async (stage) => {
    await stage.queue('a', backlog);
    await stage.begun('b', other);
    assert.ok((await firstOf(stage)).includes(other));
  }),
);

turns('keeps the order of turns when it has room for one more', () =>
  onStage(async ({ installation, queue, begun }) => {
    const [first = '', second = ''] = orcids;
    for (const workspace of ['a', 'b']) await queue(workspace, [first, second]);
    for (const orcid of [first, second]) {
      await begun('dead', orcid);
      await begun('due', orcid, 'put off');
    }
    await installation.settled();
    const started = new Set<string>();
    const deps = { ...installation, clock: { now: () => Date.now() + MINUTE_MS } };
    const round = candidatesInTurn(deps, undefined, ({ id }) => started.has(id));
    const workspaces: string[] = [];
    for (const _each of Array.from({ length: 9 }))
      for await (const row of round()) {
        started.add(row.id);
        workspaces.push(row.workspace);
        break;
      }
    assert.deepEqual(workspaces, ['dead', 'due', 'a', 'dead', 'due', 'b', 'a', 'b']);
  }),
);

turns('skips jobs that it cannot claim, and tries them again later', () =>
  onStage(async ({ installation, queue, working }) => {
    const jobs = await queue('org', orcids.slice(0, AT_ONCE + 1));
    const leases = jobs.slice(0, AT_ONCE).map(async ({ id, orcid }) => {
      const name = `ingestion/org~${orcid}/${id}`;
      return acquireLease(installation.state, name, 'another', { ttlMs: MINUTE_MS, log: silent });
    });
    const held = await Promise.all(leases);
    const ofAll = jobs.map(({ orcid }) => orcid);
    const statuses = async () => (await jobsOf(installation, ofAll)).map(({ status }) => status);
    await working(async (letGo) => {
      letGo();
      const seen = await until(statuses, (all) => all.at(-1) === 'succeeded');
      assert.deepEqual(seen.slice(0, AT_ONCE), ['queued', 'queued', 'queued']);
      for (const lease of held) await lease?.release();
      await until(statuses, (all) => all.every((status) => status === 'succeeded'));
    });
  }),
);

turns('tries a job once per round while its store is down', () =>
  onStage(async ({ installation, queue }) => {
    await queue('org', [inventedOrcid(1), inventedOrcid(2)]);
    await installation.settled();
    const stop = new AbortController();
    let [rounds, tried] = [0, 0];
    const { readModels, state } = installation;
    const checkpoint: typeof readModels.checkpoint = (key) => {
      rounds += 1;
      if (rounds > AT_ONCE) stop.abort();
      return readModels.checkpoint(key);
    };
    // A claim fails before the next row is read.
    const find: typeof readModels.find = async (...args) => {
      await new Promise(setImmediate);
      return readModels.find(...args);
    };
    const put: typeof state.put = () => {
      tried += 1;
      return Promise.reject(new Unavailable('state', 'the disk is full'));
    };
    const deps = { ...installation, readModels: { ...readModels, checkpoint, find }, state: { ...state, put } };
    await runIngestionWorker(deps, { name: 'worker', signal: stop.signal, waits: noWaits });
    assert.ok(tried > 0 && tried <= 2 * rounds, `${tried} in ${rounds} rounds`);
  }),
);
