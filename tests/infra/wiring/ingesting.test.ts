/** `colophon ingest` over an installation: what its options ask of the jobs. */
import assert from 'node:assert/strict';
import type { IngestionEvent } from '../../../domain/ingestion/events.ts';
import { replaying } from '../../../infra/demo/replaying.ts';
import { ORCIDS, SAMPLE } from '../../../infra/demo/sample.ts';
import { operationsIn, say } from '../../support/command-line.ts';
import { inPlace, type Place } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';

const ingesting = suite('ingesting at the command line');

type Queued = Extract<IngestionEvent, { readonly type: 'IngestionQueued' }>['data'];

const queuedIn = async (place: Place): Promise<readonly Queued[]> => {
  const stores = await place.open();
  const queued: Queued[] = [];
  for await (const { type, data } of stores.events.readAll())
    if (type === 'IngestionQueued') queued.push(data as Queued);
  await stores.close();
  return queued;
};

ingesting('accepts what a list has lost only with the option for it', () =>
  inPlace(
    async (place) => {
      const sample = await replaying(SAMPLE);
      const providers = Object.entries(sample.urls).map(([name, url]) => [`${name.toUpperCase()}_API_URL`, url]);
      const operations = operationsIn({ ...place.env, ...(Object.fromEntries(providers) as Record<string, string>) });
      try {
        for (const more of [[], ['--accept-losses']]) {
          const { code, complaints } = await say(['ingest', ORCIDS[0] ?? '', ...more], operations);
          assert.deepEqual([code, complaints], [0, []]);
        }
      } finally {
        await sample.close();
      }
      const [first, second] = await queuedIn(place);
      assert.deepEqual([first?.acceptsLosses, second?.acceptsLosses], [undefined, true]);
      assert.deepEqual([first?.triggerSource, second?.triggerSource], ['cli', 'cli']);
    },
    { forPrograms: true },
  ),
);
