/** What a role reports about work that waits for a store. */
import assert from 'node:assert/strict';
import { LaterRelease, Unavailable } from '../../../domain/errors.ts';
import { watchRole } from '../../../infra/wiring/role-watch.ts';
import { suite } from '../../support/suite.ts';

const watching = suite('the watch over a role');

watching('reports what waits until it continues, or no longer repeats that it waits', async () => {
  let at = 0;
  const watch = await watchRole('worker', { metricsPort: 0, mongodbUrl: null, otlpEndpoint: null }, () => at);
  assert.ok(watch);
  watch.status.waitingFor = null;
  const waitingFor = async (): Promise<string | null> => (await watch.report()).status.waitingFor;
  const away = new Unavailable('event store', 'away');

  watch.waits('matching', away);
  watch.waits('the harvest', new Unavailable('state', 'away'));
  assert.equal(await waitingFor(), 'the event store');
  watch.waits('matching', null);
  assert.equal(await waitingFor(), 'the state');

  at = 60_000;
  assert.equal(await waitingFor(), 'the state', 'the next attempt may be a minute away');
  watch.waits('the harvest', away);
  at = 120_000;
  assert.equal(await waitingFor(), 'the event store', 'it was repeated');
  at = 200_000;
  assert.equal(await waitingFor(), null);
  watch.waits('matching', new LaterRelease({ type: 'PotThrown', schemaVersion: 2, position: 7 }));
  assert.equal(
    await waitingFor(),
    'the upgrade of this process: PotThrown, version 2, at position 7 was written by a later release, upgrade this process',
  );
  await watch.close();
});
