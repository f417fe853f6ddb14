/** State in a MongoDB that is interrupted, stalled, down and back: nothing acknowledged is lost, nothing is counted twice. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { StateStore } from '../../../../commands/ports.ts';
import { Unavailable } from '../../../../domain/errors.ts';
import { poolsOf } from '../../../../infra/mongodb/client/connection.ts';
import { openMongoState } from '../../../../infra/mongodb/state/index.ts';
import { acquireLease } from '../../../../commands/lease.ts';
import type { Cuttable } from '../../../support/cuttable.ts';
import { silent } from '../../../support/installation.ts';
import { behindAProxy, onceItIsBack, type Options } from '../../../support/mongodb-behind.ts';
import { onMongoDb } from '../../../support/mongodb.ts';
import { suite } from '../../../support/suite.ts';

const HOUR_MS = 3_600_000;
const LEASE = { ttlMs: 600, log: silent };

const PATIENT_MS = 6_000;
const WAIT_MS = 600;

const faults = suite('state in MongoDB');

await onMongoDb('state in MongoDB', 'survives a server that is interrupted, stalled, down and back', (server) => {
  const behind = (test: (store: StateStore, proxy: Cuttable) => Promise<void>): Promise<void> =>
    behindAProxy(server, openMongoState, test);

  faults('counts acknowledged increments once, and interrupted ones at most once', () =>
    behind(async (state, proxy) => {
      let [acknowledged, open] = [0, 0];
      for (let round = 0; round < 6; round += 1) {
        await onceItIsBack(() => state.get('rate/key'));
        // Before the command was sent, or when only its response was lost.
        if (round % 2 === 0) proxy.cutAfter(40);
        else proxy.cutAnswersAfter(20);
        await state.increment('rate/key', 1, HOUR_MS).then(
          () => (acknowledged += 1),
          (error: unknown) => {
            assert.ok(error instanceof Unavailable, String(error));
            open += 1;
          },
        );
        proxy.mend();
      }
      const counted = Number((await onceItIsBack(() => state.get('rate/key')))?.value ?? 0);
      assert.ok(
        acknowledged <= counted && counted <= acknowledged + open,
        `${acknowledged} ≤ ${counted}, ${open} open`,
      );
    }),
  );

  faults('leaves an interrupted write done or not done, as its version shows', () =>
    behind(async (state, proxy) => {
      for (const cut of [() => proxy.cutAfter(40), () => proxy.cutAnswersAfter(20)]) {
        const before = await onceItIsBack(() => state.put('session/a', { seen: 0 }));
        assert.ok(before);
        cut();
        const changed = await state
          .put('session/a', { seen: 1 }, { ifVersion: before.version })
          .catch((error: unknown) => {
            assert.ok(error instanceof Unavailable, String(error));
            return null;
          });
        proxy.mend();
        const after = await onceItIsBack(() => state.get('session/a'));
        assert.deepEqual(after?.value, { seen: after?.version === before.version ? 0 : 1 });
        if (changed !== null) assert.equal(after?.version, changed.version);
      }
    }),
  );

  faults('reports that the server is down, and recovers without a restart when it is back', () =>
    behind(async (state, proxy) => {
      await state.put('session/a', 'here');
      proxy.cut();
      for (const call of [
        () => state.get('session/a'),
        () => state.put('session/a', 'there'),
        () => state.increment('rate/key', 1, HOUR_MS),
        () => state.list('session/'),
        () => state.remove('session/a'),
      ])
        await assert.rejects(call(), Unavailable);
      proxy.mend();
      assert.equal((await onceItIsBack(() => state.get('session/a')))?.value, 'here');
      assert.equal((await onceItIsBack(() => state.put('session/a', 'there')))?.value, 'there');
    }),
  );

  faults('lets calls wait while all connections are in use, and serves them all', () => {
    const few = new URL(server);
    few.searchParams.set('maxPoolSize', '4');
    let through = '';
    const open = (options: Options): Promise<StateStore> => {
      through = options.url;
      return openMongoState({ ...options, timeoutMs: PATIENT_MS });
    };
    return behindAProxy(few.href, open, async (state, proxy) => {
      while (poolsOf(through)[0]?.open !== 4)
        await Promise.all(Array.from({ length: 20 }, (_, n) => state.put(`session/${n}`, n)));
      proxy.stall();
      const calls = Promise.allSettled(Array.from({ length: 40 }, (_, n) => state.put(`key-use/${n}`, n)));
      await pause(WAIT_MS);
      proxy.mend();
      assert.deepEqual([...new Set((await calls).map(({ status }) => status))], ['fulfilled']);
    });
  });

  faults('lets calls wait for connections that are still being opened, and serves them all', () =>
    behindAProxy(
      server,
      (options) => openMongoState({ ...options, timeoutMs: PATIENT_MS }),
      async (state, proxy) => {
        await state.increment('rate/first', 1, HOUR_MS);
        proxy.stall();
        const calls = Promise.allSettled(
          Array.from({ length: 40 }, (_, n) => state.increment(`rate/${n}`, 1, HOUR_MS)),
        );
        await pause(WAIT_MS);
        proxy.mend();
        assert.deepEqual([...new Set((await calls).map(({ status }) => status))], ['fulfilled']);
        assert.deepEqual([...new Set((await state.list('rate/')).map(({ value }) => value))], [1]);
      },
    ),
  );

  faults('does not wait for ever for a silent server', () =>
    behind(async (state, proxy) => {
      await state.put('session/a', 'here');
      proxy.stall();
      await assert.rejects(state.get('session/a'), Unavailable);
      await assert.rejects(state.put('session/b', 'there'), Unavailable);
      proxy.mend();
      assert.equal((await onceItIsBack(() => state.get('session/a')))?.value, 'here');
    }),
  );

  faults('ends a lease whose holder cannot reach it, and grants it to one who can', () =>
    behind(async (state, proxy) => {
      const mine = await acquireLease(state, 'job', 'me', LEASE);
      assert.ok(mine);
      proxy.cut();
      if (!mine.lost.aborted) await once(mine.lost, 'abort');
      proxy.mend();
      for (;;) {
        const yours = await onceItIsBack(() => acquireLease(state, 'job', 'you', LEASE));
        if (yours === null) continue;
        await yours.release();
        break;
      }
      await mine.release();
    }),
  );
});
