/** A worker that runs for years looks for jobs three times a second without leaking memory. */
import assert from 'node:assert/strict';
import type { ReadModels } from '../../../projections/ports.ts';
import { runIngestionWorker } from '../../../workers/ingestion/worker.ts';
import { openInstallation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';
import { until } from '../../support/until.ts';
import { noWaits } from '../../support/silent.ts';

const LOOKS = 5;

const idle = suite('an idle worker');

idle('leaves no listeners on its abort signal, however often it looks', async () => {
  const installation = await openInstallation({ matching: false });
  const ends = new AbortController();
  const any = AbortSignal.any.bind(AbortSignal);
  let [looks, hung] = [0, 0];
  const readModels: ReadModels = {
    ...installation.readModels,
    checkpoint: (projection) => {
      looks += 1;
      return installation.readModels.checkpoint(projection);
    },
  };
  try {
    // A signal derived from others is referenced by each of them as long as they live.
    AbortSignal.any = (signals) => {
      if ([...signals].includes(ends.signal)) hung += 1;
      return any(signals);
    };
    const working = runIngestionWorker(
      { ...installation, readModels },
      { name: 'idle', signal: ends.signal, waits: noWaits },
    );
    await until(
      async () => looks,
      (count) => count >= LOOKS,
    );
    ends.abort();
    await working;
    assert.equal(hung, 0);
  } finally {
    ends.abort();
    AbortSignal.any = any;
    await installation.stop();
  }
});
