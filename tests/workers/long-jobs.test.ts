/** The order of long jobs, and what blocks which of them: mostly batches of publications that do not exist. */
import assert from 'node:assert/strict';
import type { EventStore } from '../../commands/ports.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import type { BatchAction } from '../../commands/publication-batches/act.ts';
import { batches, carriedOut, nextOf, queueBatch, type Batch } from '../../commands/publication-batches/batches.ts';
import { newCaller } from '../../commands/caller.ts';
import { memberAggregate } from '../../commands/aggregates.ts';
import { handle } from '../../commands/handle.ts';
import { grantSession } from '../../commands/identity/grant-session.ts';
import { Unavailable } from '../../domain/errors.ts';
import type { Actor } from '../../domain/event.ts';
import { randomIds } from '../../infra/system.ts';
import { runLongJobs } from '../../workers/long-jobs.ts';
import { carryOut, type BatchWorkerDeps } from '../../workers/publication-batches/run.ts';
import { typesIn } from '../support/event-stores.ts';
import { openInstallation, type Installation } from '../support/installation.ts';
import { addPaper } from '../support/papers.ts';
import { silent } from '../support/silent.ts';
import { suite } from '../support/suite.ts';

const longJobs = suite('long jobs');

const absent = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `10.5555/absent.${n}`);

type Job = {
  readonly workspace: string;
  readonly dois: readonly string[];
  readonly id?: string;
  readonly at?: number;
  readonly action?: BatchAction;
  readonly actor?: Actor;
};

const SYSTEM: Actor = { type: 'system', id: 'test' };

const queue = (
  installation: Installation,
  { workspace, dois, id = 'job', at = 1, action = 'hide', actor = SYSTEM }: Job,
) => queueBatch({ ...installation, clock: { now: () => at } }, { workspace, actor, correlationId: id }, action, dois);

type Ran = { readonly begun: Batch[]; readonly steps: Batch[] };

/** Until it is done after a step, or a round reports that it waits for a store. */
const run = async (
  deps: BatchWorkerDeps & Pick<Installation, 'readModels'>,
  isOver: (ran: Ran) => Promise<boolean> | boolean,
): Promise<Ran> => {
  const ran: Ran = { begun: [], steps: [] };
  const stopping = new AbortController();
  const kind = {
    lease: 'batches',
    what: 'batches',
    jobs: {
      ...batches,
      fail: async (...asked: Parameters<typeof batches.fail>) => {
        const failed = await batches.fail(...asked);
        if (failed !== null) ran.steps.push(failed);
        if (await isOver(ran)) stopping.abort();
        return failed;
      },
    },
    carryOut: async function* (batch: Batch, goOn: () => Promise<void>) {
      ran.begun.push(batch);
      for await (const saved of carryOut(deps, batch, { goOn })) {
        ran.steps.push(saved);
        if (await isOver(ran)) stopping.abort();
        yield saved;
      }
    },
  };
  const waits = (_work: string, error: Unavailable | null): void => {
    if (error !== null) stopping.abort();
  };
  await runLongJobs({ ...deps, log: silent }, kind, { name: 'test', signal: stopping.signal, waits });
  return ran;
};

const ended =
  (count: number) =>
  ({ steps }: Ran): boolean =>
    steps.filter(({ finishedAt }) => finishedAt !== null).length === count;
const workspaces = (jobs: readonly Batch[]): string => jobs.map(({ workspace }) => workspace).join('');

longJobs('of a workspace run in the order of their requests', async () => {
  await using installation = await openInstallation({ matching: false });
  const doi = '10.5555/pots';
  await addPaper(installation, doi);
  const dois = [...absent(200), doi];
  await queue(installation, { workspace: 'org', dois, id: 'f', at: 1, action: 'hide' });
  await queue(installation, { workspace: 'org', dois, id: '0', at: 2, action: 'show' });
  const { steps } = await run(installation, ended(2));
  assert.equal(steps.map(({ id }) => id).join(''), 'ff00');
  const types = await typesIn(installation, publicationAggregate.stream('org', doi));
  assert.deepEqual(types.slice(-2), ['PublicationHidden', 'PublicationShown']);
});

longJobs('of two workspaces take turns, each started once', async () => {
  await using installation = await openInstallation({ matching: false });
  await queue(installation, { workspace: 'a', dois: absent(600) });
  await queue(installation, { workspace: 'b', dois: absent(201) });
  const { begun, steps } = await run(installation, ended(2));
  assert.deepEqual([workspaces(begun), workspaces(steps)], ['ab', 'ababa']);
});

longJobs('that are queued while another runs get their turn, but not before it ends in its workspace', async () => {
  await using installation = await openInstallation({ matching: false });
  await queue(installation, { workspace: 'a', dois: absent(600), id: 'first', at: 2 });
  const { steps } = await run(installation, async (ran) => {
    if (ran.steps.length === 1) {
      await queue(installation, { workspace: 'a', dois: absent(1), id: 'by a slow clock', at: 1 });
      await queue(installation, { workspace: 'b', dois: absent(1) });
    }
    return ended(3)(ran);
  });
  assert.equal(workspaces(steps), 'aabaa');
  assert.deepEqual(
    steps.filter(({ workspace }) => workspace === 'a').map(({ id }) => id),
    ['first', 'first', 'first', 'by a slow clock'],
  );
});

longJobs('continue in other workspaces if one cannot, and not in its own', async () => {
  await using installation = await openInstallation({ matching: false });
  const [doi = ''] = absent(1);
  const unreadable = publicationAggregate.stream('a', doi);
  const readStream: EventStore['readStream'] = (stream, options) => {
    if (stream === unreadable) throw new Unavailable('event store', 'an earlier release runs');
    return installation.events.readStream(stream, options);
  };
  const events = new Proxy(installation.events, {
    get: (target, name: keyof EventStore) =>
      name === 'readStream' ? readStream : (Reflect.get(target, name) as unknown),
  });
  await queue(installation, { workspace: 'a', dois: absent(1), id: 'unreadable', at: 1 });
  await queue(installation, { workspace: 'a', dois: ['10.5555/readable'], id: 'after it', at: 2 });
  await queue(installation, { workspace: 'z', dois: absent(1) });
  const { steps } = await run({ ...installation, events }, ended(3));
  assert.deepEqual([workspaces(steps), ended(1)({ begun: [], steps })], ['z', true]);
});

longJobs('that fail are not retried at every step of the others', async () => {
  await using installation = await openInstallation({ matching: false });
  await queue(installation, { workspace: 'a', dois: absent(1), id: 'failing' });
  await queue(installation, { workspace: 'b', dois: absent(1_000) });
  const get: Installation['state']['get'] = (key) =>
    key.startsWith('publication-batch-dois/a/') ? Promise.reject(new Error('a bug')) : installation.state.get(key);
  const { begun } = await run({ ...installation, state: { ...installation.state, get } }, ended(1));
  assert.equal(workspaces(begun), 'ab');
});

longJobs('stop after the step in which they are interrupted, and resume there', async () => {
  await using installation = await openInstallation({ matching: false });
  await queue(installation, { workspace: 'a', dois: absent(600) });
  const interrupted = await run(installation, () => true);
  assert.deepEqual(interrupted.steps.map(carriedOut), [200]);
  await queue(installation, { workspace: 'a', dois: absent(1), id: 'by a slow clock', at: 0 });
  const resumed = await run(installation, ended(2));
  assert.deepEqual(resumed.steps.map(carriedOut), [400, 600, 1]);
});

longJobs('do not block their workspace if they ended without leaving the queue', async () => {
  await using installation = await openInstallation({ matching: false });
  const left = await queue(installation, { workspace: 'a', dois: absent(1), id: 'ended', at: 1 });
  const dying = { ...installation.state, remove: () => Promise.reject(new Unavailable('state', 'away')) };
  await assert.rejects(batches.save(dying, { ...left, status: 'succeeded', finishedAt: 2 }), Unavailable);
  await queue(installation, { workspace: 'a', dois: absent(1), id: 'next', at: 3 });
  const { steps } = await run(installation, ended(1));
  assert.deepEqual(
    steps.map(({ id }) => id),
    ['next'],
  );
});

longJobs('end with the reason, after the change under way, when who asked for them is no longer a member', async () => {
  await using installation = await openInstallation({ matching: false });
  const dois = ['10.5555/first', '10.5555/second', '10.5555/third'];
  for (const doi of dois) await addPaper(installation, doi);
  const { userId } = await grantSession(installation, { email: 'jo@example.org', role: 'member', workspace: 'org' });
  const actor = { type: 'user', id: userId } as const;
  const job = await queue(installation, { workspace: 'org', dois, actor });
  await queue(installation, { workspace: 'org', dois, id: 'of another', at: 2, action: 'delete' });
  await installation.settled();
  const removal = { type: 'RemoveMember', userId, by: 'superadmin' } as const;
  const remove = () =>
    handle(installation, memberAggregate, userId, removal, newCaller(randomIds, 'org', installation.caller.actor));
  const append: EventStore['append'] = async (stream, events, expected) => {
    const appended = await installation.events.append(stream, events, expected);
    if (events[0]?.type === 'PublicationHidden') await remove();
    return appended;
  };
  const events = new Proxy(installation.events, {
    get: (target, name: keyof EventStore) => (name === 'append' ? append : (Reflect.get(target, name) as unknown)),
  });
  const { steps } = await run({ ...installation, events }, ended(2));
  const { status, error, counts } = (await batches.get(installation.state, 'org', job.id)) ?? {};
  assert.deepEqual([status, error?.code, counts?.changed], ['failed', 'membership_ended', 1]);
  assert.deepEqual(
    steps.map((each) => [each.id, each.status]),
    [
      [job.id, 'failed'],
      ['of another', 'succeeded'],
    ],
  );
  const [first, second] = await Promise.all(
    dois.map((doi) => typesIn(installation, publicationAggregate.stream('org', doi))),
  );
  assert.deepEqual([first?.includes('PublicationHidden'), second?.includes('PublicationHidden')], [true, false]);
});

longJobs('that are cancelled take no further step, and do not block those after them', async () => {
  await using installation = await openInstallation({ matching: false });
  const first = await queue(installation, { workspace: 'a', dois: absent(600), id: 'cancelled' });
  await queue(installation, { workspace: 'a', dois: absent(1), id: 'next', at: 2 });
  const reason = { code: 'cancelled', message: 'an administrator cancelled it' };
  const { steps } = await run(installation, async (ran) => {
    if (ran.steps.length === 1) await batches.fail(installation.state, first, reason, 3);
    return ended(1)(ran);
  });
  assert.deepEqual(
    steps.map(({ id }) => id),
    ['cancelled', 'next'],
  );
  const kept = await batches.get(installation.state, 'a', 'cancelled');
  assert.deepEqual([kept?.status, kept?.error, kept === null ? null : carriedOut(kept)], ['failed', reason, 200]);
  assert.deepEqual(await nextOf(installation.state, first), [], 'its publications are not kept');
  assert.equal(await batches.fail(installation.state, first, reason, 4), null, 'again');
});
