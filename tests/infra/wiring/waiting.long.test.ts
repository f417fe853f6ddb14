/** Servers that are not available yet when the program starts. */
import assert from 'node:assert/strict';
import { cuttable } from '../../support/cuttable.ts';
import { startDouble, type EventStoreDbDouble } from '../../support/eventstoredb-double/double.ts';
import { serverOf, throughPort, withDatabase, onMongoDb, inFreshDatabase } from '../../support/mongodb.ts';
import { ownPort } from '../../support/port.ts';
import { startRole } from '../../support/starting.ts';
import { until } from '../../support/until.ts';
import { colophon, endsAs } from '../../support/program.ts';
import { suite } from '../../support/suite.ts';
import { inFolder } from '../../support/folder.ts';
import { closing } from '../../support/closing.ts';

const waiting = suite('a start without its servers');

waiting('is alive, reports what it waits for, and is ready once that is available', () =>
  inFolder(async (DATA_DIR) => {
    const port = await ownPort();
    const running = await startRole('worker', { DATA_DIR, EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false` });
    let double: EventStoreDbDouble | null = null;
    try {
      const { code, body } = await until(running.readiness, ({ body: { roles } }) =>
        (roles['worker']?.problems.join() ?? '').includes('event store'),
      );
      assert.equal(code, 503);
      assert.deepEqual(body.roles['worker']?.problems, [`waits for the event store at esdb://127.0.0.1:${port}`]);
      assert.equal((await fetch(`${running.watchUrl}/health/live`)).status, 200);
      assert.match(await running.metrics(), /colophon_build_info/);
      double = await startDouble({ port });
      const ready = await until(running.readiness, (each) => each.code === 200);
      assert.deepEqual(ready.body.stores, { 'event store': 'ok', 'read models': 'ok', state: 'ok' });
    } finally {
      await running.stop();
      await double?.close();
    }
  }),
);

waiting('stops at once on a signal', () =>
  inFolder(async (DATA_DIR) => {
    const port = await ownPort();
    const running = await startRole('worker', { DATA_DIR, EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false` });
    const began = performance.now();
    await running.stop();
    assert.ok(performance.now() - began < 1_000);
  }),
);

waiting('writes a line each time, without the password, and ends with 0 at SIGTERM', () =>
  inFolder(async (DATA_DIR) => {
    const port = await ownPort();
    const EVENTSTORE_URL = `esdb://admin:hunter2@127.0.0.1:${port}?tls=false`;
    await using worker = closing(colophon({ DATA_DIR, EVENTSTORE_URL }, ['start', '--role', 'worker']));
    for (const attempt of [1, 2]) {
      const [line] = await worker.prints(new RegExp(`^.*"attempt":${attempt},.*waits for.*(?=\\n)`, 'mu'));
      const logged = JSON.parse(line) as { msg: string };
      assert.equal(logged.msg, `waits for the event store at esdb://127.0.0.1:${port}`);
    }
    const { code, out, err } = await worker.stop('SIGTERM');
    assert.equal(code, 0);
    assert.ok(!`${out}${err}`.includes('hunter2'));
  }),
);

await onMongoDb('a start without its servers', 'waits for MongoDB too', (mongodb) =>
  waiting('waits for MongoDB too', () =>
    inFolder(async (DATA_DIR) => {
      await using database = inFreshDatabase(mongodb);
      await using proxy = closing(await cuttable(serverOf(mongodb)));
      proxy.cut();
      const MONGODB_URL = withDatabase(throughPort(mongodb, proxy.port), database.name);
      await using running = closing(await startRole('worker', { DATA_DIR, MONGODB_URL }));
      await until(running.readiness, ({ body: { roles } }) =>
        (roles['worker']?.problems.join() ?? '').includes('the read models at mongodb://'),
      );
      proxy.mend();
      await until(running.readiness, ({ code }) => code === 200);
      assert.match(await running.metrics(), /colophon_pool_size\{pool="mongodb",state="open",role="worker"\} [1-9]/);
    }),
  ),
);

await onMongoDb('a stop without its servers', 'ends in time while MongoDB is down', (mongodb) =>
  suite('a stop without its servers')('ends in time while MongoDB is down', () =>
    inFolder(async (DATA_DIR) => {
      await using database = inFreshDatabase(mongodb);
      await using proxy = closing(await cuttable(serverOf(mongodb)));
      const MONGODB_URL = withDatabase(throughPort(mongodb, proxy.port), database.name);
      await using projector = closing(colophon({ DATA_DIR, MONGODB_URL }, ['start', '--role', 'projector']));
      await projector.prints(/a projection has caught up/u);
      proxy.cut();
      await projector.prints(/MongoDB is unavailable/u);
      endsAs(await projector.stop('SIGTERM'), { code: 0, err: /./u });
    }),
  ),
);
