/** The queue of long jobs when a process dies or is suspended between two writes. */
import assert from 'node:assert/strict';
import { longJobs, type LongJob } from '../../commands/long-jobs.ts';
import type { StateStore } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import { IN_MEMORY } from '../../infra/sqlite/connection/database.ts';
import { openSqliteState } from '../../infra/sqlite/state/index.ts';
import { suite } from '../support/suite.ts';

const queueing = suite('the queue of long jobs');

const jobs = longJobs<LongJob>('job');
const QUEUED: LongJob = {
  ...{ id: 'one', workspace: 'org', actor: { type: 'user', id: 'jo' }, requestedAt: 1, finishedAt: null },
  ...{ status: 'queued', error: null, role: 'member', total: 2 },
};
const RUNNING: LongJob = { ...QUEUED, status: 'running' };
const ENDED: LongJob = { ...QUEUED, status: 'succeeded', finishedAt: 2 };

const inState = async (test: (state: StateStore) => Promise<void>): Promise<void> => {
  const state = await openSqliteState({ file: IN_MEMORY });
  try {
    await test(state);
  } finally {
    await state.close();
  }
};

/** The first writes succeed, later ones do not. */
const dyingAfter = (state: StateStore, writes: number): StateStore => {
  let left = writes;
  const write = <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    return left < 0 ? Promise.reject(new Unavailable('state', 'away')) : work();
  };
  return {
    ...state,
    put: (...args) => write(() => state.put(...args)),
    remove: (...args) => write(() => state.remove(...args)),
  };
};

const waitingIn = async (state: StateStore): Promise<readonly LongJob[]> => {
  const found: LongJob[] = [];
  for await (const job of jobs.waiting(state)) found.push(job);
  return found;
};

for (const writes of [0, 1])
  queueing(`accepts a job that is queued again after ${writes} of its writes`, () =>
    inState(async (state) => {
      await assert.rejects(jobs.queue(dyingAfter(state, writes), QUEUED), Unavailable);
      assert.deepEqual([await jobs.get(state, 'org', 'one'), await waitingIn(state)], [null, []]);
      await jobs.queue(state, QUEUED);
      assert.deepEqual(await waitingIn(state), [QUEUED]);
    }),
  );

queueing('removes an ended job whose worker died before doing so', () =>
  inState(async (state) => {
    await jobs.queue(state, QUEUED);
    await assert.rejects(jobs.save(dyingAfter(state, 1), ENDED), Unavailable);
    assert.deepEqual(await waitingIn(state), []);
    assert.deepEqual(await state.list('job-waiting/'), []);
    assert.deepEqual(await jobs.get(state, 'org', 'one'), ENDED);
  }),
);

queueing('keeps an ended job ended when a suspended worker resumes or it is queued twice at once', () =>
  inState(async (state) => {
    await jobs.queue(state, QUEUED);
    await jobs.save(state, ENDED);
    await jobs.save(state, RUNNING);
    await jobs.queue(state, QUEUED);
    assert.deepEqual(await jobs.get(state, 'org', 'one'), ENDED);
    assert.deepEqual(await waitingIn(state), []);
  }),
);
