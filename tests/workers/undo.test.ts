/** The worker that runs long undos: one that fails does not stop others. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore } from '../../commands/ports.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { queueUndo, undoJobs } from '../../commands/undo/jobs.ts';
import { Refused } from '../../domain/errors.ts';
import type { Role } from '../../domain/member/events.ts';
import { handle } from '../../commands/handle.ts';
import { newCaller } from '../../commands/caller.ts';
import { randomIds } from '../../infra/system.ts';
import { runUndoWorker } from '../../workers/undo/run.ts';
import { openInstallation } from '../support/installation.ts';
import { suite } from '../support/suite.ts';
import { addPaper } from '../support/papers.ts';
import { running } from '../support/closing.ts';
import { noWaits } from '../support/silent.ts';

const undoing = suite('the worker that undoes');

undoing('keeps a job when another undo is sent with its request id', async () => {
  await using installation = await openInstallation({ matching: false });
  const by = { role: 'member', at: 0 } as const;
  const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
  const queue = (cause: string, fields?: readonly string[]) =>
    queueUndo(installation, { cause, upTo: 7, by, fields }, 1, caller);
  const first = await queue('one');
  const kept = () => undoJobs.get(installation.state, 'org', first.id);
  for (const other of [() => queue('two'), () => queue('one', ['/title'])])
    await assert.rejects(other, (error) => error instanceof Refused && error.code === 'request_id_taken');
  assert.deepEqual(await kept(), first);

  const ended = { ...first, status: 'succeeded', finishedAt: 9 } as const;
  await undoJobs.save(installation.state, ended);
  assert.deepEqual(await queue('one'), ended, 'sent again, it returns the same job');
});

undoing('returns the existing job to those who may do no more, and creates another for those who may', async () => {
  await using installation = await openInstallation({ matching: false });
  const queue = (role: Role) =>
    queueUndo(
      installation,
      { cause: 'one', upTo: 7, by: { role, at: 0 } },
      1,
      newCaller(randomIds, 'org', { type: 'user', id: role }),
    );
  const first = await queue('workspace_admin');
  assert.deepEqual(await queue('member'), first);
  const second = await queue('superadmin');
  assert.deepEqual([second.role, second.actor.id, second.id === first.id], ['superadmin', 'superadmin', false]);
});

undoing('continues with other jobs if one fails', async () => {
  await using installation = await openInstallation({ matching: false });
  const broken = publicationAggregate.stream('org', '10.5555/broken');
  const readStream: EventStore['readStream'] = (stream, options) => {
    if (stream === broken) throw new TypeError('it breaks');
    return installation.events.readStream(stream, options);
  };
  const events = new Proxy(installation.events, {
    get: (target, name: keyof EventStore) =>
      name === 'readStream' ? readStream : (Reflect.get(target, name) as unknown),
  });

  const by = { role: 'member', at: 0 } as const;
  /** Jobs of the same time are taken in the order of their ids. */
  const queued = async (id: string, doi: string): Promise<string> => {
    const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
    await addPaper(installation, doi, { correlationId: caller.correlationId });
    await installation.settled();
    const cause = { cause: caller.correlationId, upTo: await installation.events.head(), by };
    return (await queueUndo(installation, cause, 1, { ...caller, correlationId: id })).id;
  };
  const jobs = [await queued('a', '10.5555/broken'), await queued('b', '10.5555/whole')];

  const deps = { ...installation, events };
  await using _worker = running((signal) => runUndoWorker(deps, { name: 'test', signal, waits: noWaits, everyMs: 10 }));
  const statuses = () =>
    Promise.all(jobs.map(async (id) => (await undoJobs.get(installation.state, 'org', id))?.status));
  while ((await statuses()).filter((status) => status === 'succeeded').length < 1) await pause(10);
  assert.deepEqual(await statuses(), ['queued', 'succeeded']);
});

undoing('stops in the middle of a history when it is told to', async () => {
  await using installation = await openInstallation({ matching: false });
  const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
  await addPaper(installation, '10.5555/long', { correlationId: caller.correlationId });
  for (const type of ['HidePublication', 'ShowPublication'] as const)
    await handle(installation, publicationAggregate, '10.5555/long', { type }, { ...caller, commandId: type });
  await installation.settled();
  const stopping = new AbortController();
  let read = 0;
  const readStream: EventStore['readStream'] = async function* (stream, options) {
    for await (const event of installation.events.readStream(stream, options)) {
      read += 1;
      yield event;
      stopping.abort();
    }
  };
  const upTo = await installation.events.head();
  const asked = { cause: caller.correlationId, upTo, by: { role: 'member', at: 0 } } as const;
  const job = await queueUndo(installation, asked, 3, newCaller(randomIds, 'org', { type: 'system', id: 'test' }));
  const deps = { ...installation, events: { ...installation.events, readStream } };
  await runUndoWorker(deps, { name: 'test', signal: stopping.signal, waits: noWaits, everyMs: 10 });
  assert.equal(read, 2, 'the last event is not read');
  assert.equal((await undoJobs.get(installation.state, 'org', job.id))?.status, 'queued');
});
