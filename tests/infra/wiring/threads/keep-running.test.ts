/** A role that dies is restarted; one that cannot start with its settings ends with its message. */
import assert from 'node:assert/strict';
import { keepRunning } from '../../../../infra/wiring/threads/keep-running.ts';
import { silent } from '../../../support/silent.ts';
import { suite } from '../../../support/suite.ts';

const keeping = suite('keeping a role running');

const options = (signal: AbortSignal, died: (reason: string) => void = () => undefined) => ({
  ...{ role: 'projector', signal, died, log: silent, firstPauseMs: 1 },
});

keeping('restarts it each time it dies, of a bug too, and logs the cause', async () => {
  const stop = new AbortController();
  const reasons: string[] = [];
  let starts = 0;
  await keepRunning(
    async (running) => {
      starts += 1;
      running();
      if (starts === 4) stop.abort();
      else if (starts === 3) return;
      else throw starts === 1 ? new Error('death 1') : new TypeError('death 2');
    },
    options(stop.signal, (reason) => reasons.push(reason)),
  );
  assert.equal(starts, 4);
  assert.deepEqual(reasons, ['death 1', 'death 2', 'the projector ended by itself']);
});

keeping('keeps trying when a later start fails before it runs', async () => {
  const stop = new AbortController();
  let starts = 0;
  await keepRunning(async (running) => {
    starts += 1;
    if (starts === 1) running();
    if (starts < 3) throw new Error('no');
    stop.abort();
  }, options(stop.signal));
  assert.equal(starts, 3);
});

keeping('rejects with the reason if it has never run', () =>
  assert.rejects(
    keepRunning(() => Promise.reject(new Error('a wrong setting')), options(new AbortController().signal)),
    /a wrong setting/,
  ),
);

keeping('ends at once when it is stopped while it waits to restart', async () => {
  const stop = new AbortController();
  const kept = keepRunning(
    (running) => {
      running();
      return Promise.reject(new Error('dead'));
    },
    { ...options(stop.signal, () => setImmediate(() => stop.abort())), firstPauseMs: 3_600_000 },
  );
  await kept;
});
