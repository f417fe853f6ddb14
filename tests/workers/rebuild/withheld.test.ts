/** Rebuilds that withhold rows: whether they are switched to, and how a stopped one continues. */
import { ok, rejects, strictEqual as is } from 'node:assert/strict';
import { projectionKey } from '../../../projections/define.ts';
import { generationOf, servingGeneration } from '../../../projections/generations.ts';
import { RowRefused } from '../../../projections/ports.ts';
import { poisonEvents } from '../../../workers/projector/poison.ts';
import { requestRebuild, requestSkip } from '../../../workers/rebuild/requests.ts';
import { controlKeys } from '../../../workers/rebuild/controls.ts';
import { listProjections, untilServing } from '../../../workers/rebuild/list.ts';
import { memoryReadModels } from '../../support/memory-read-models.ts';
import { suite } from '../../support/suite.ts';
import { added, cited, desk, papers, paperStream, POISON, shelf, tolerant } from '../projector/shelf.ts';
import { inSetup, type Setup } from './leading.ts';

const never = new AbortController().signal;
const unwatched = (): void => undefined;
const asking = ({ rows, state, clock, events }: Setup) => ({ readModels: rows, state, clock, events });

const some = async ({ append }: Setup): Promise<void> => {
  for (const n of ['p0', 'p1']) await append(paperStream(n), added(n));
};

const rebuilding = suite('a rebuild');

rebuilding(
  'that withholds only rows which the active ones withhold is switched to, even if the store refuses them after other events',
  () =>
    inSetup(
      async (setup) => {
        await some(setup);
        setup.lead();
        await setup.settled();
        for (const count of [10, 1]) {
          await setup.append(paperStream('p1'), cited(count));
          await setup.settled();
        }
        is((await setup.readModels.get(papers, 'p1'))?.withheld, true);
        const wanted = await requestRebuild(asking(setup), [shelf]);
        ok(await untilServing(asking(setup), wanted, unwatched, never));
        is(await servingGeneration(setup.rows, shelf), 1);
        // With the last event, since both are built up in memory.
        const refused = await setup.rows.find(poisonEvents, { where: { all: [] }, limit: 9 });
        is(new Set(refused.map(({ eventId }) => eventId)).size, 2);
      },
      () => {
        const rows = memoryReadModels();
        const commit: typeof rows.commit = async (batch) => {
          const large = batch.changes.flatMap(({ collection, replace }) =>
            replace
              .filter((row) => Number(row['cited'] ?? 0) > 9)
              .map(({ id }) => ({ collection: collection.name, id, reason: 'too large' })),
          );
          if (large.length > 0) throw new RowRefused(large);
          await rows.commit(batch);
        };
        return Promise.resolve({ ...rows, commit });
      },
    ),
);

rebuilding('that has stopped starts over when it is ordered again, since the cause may be gone', () =>
  inSetup(async (setup) => {
    await some(setup);
    await setup.append(paperStream('p1'), cited(POISON));
    const able = setup.lead({ projections: [tolerant, desk] });
    await setup.settled();
    await able.stop();
    const unable = setup.lead();
    const stopped = await requestRebuild(asking(setup), [shelf]);
    await rejects(untilServing(asking(setup), stopped, unwatched, never), /RebuildStopped/);
    await unable.stop();
    const wanted = await requestRebuild(asking(setup), [shelf]);
    setup.lead({ projections: [tolerant, desk] });
    ok(await untilServing(asking(setup), wanted, unwatched, never));
    is(await servingGeneration(setup.rows, shelf), 2);
  }),
);

rebuilding('continues past a skipped event, whichever generation it has stopped', () =>
  inSetup(async (setup) => {
    await some(setup);
    const failure = controlKeys.failure(projectionKey(generationOf(shelf, 3)));
    await setup.state.put(failure, { message: 'it broke', event: null, at: 0 });
    let id = '';
    for await (const event of setup.events.readStream(paperStream('p0'))) ({ id } = event);
    await requestSkip(asking(setup), shelf, id);
    is(await setup.state.get(failure), null);
  }),
);

rebuilding('that has stopped is no longer reported once a later one is active', () =>
  inSetup(async (setup) => {
    await some(setup);
    setup.lead();
    await setup.settled();
    const wanted = await requestRebuild(asking(setup), [shelf]);
    ok(await untilServing(asking(setup), wanted, unwatched, never));
    await setup.state.put(controlKeys.failure(projectionKey(shelf)), { message: 'it broke', event: null, at: 0 });
    const [listed] = await listProjections({ ...asking(setup), projections: [shelf] });
    is(listed?.lastError, null);
  }),
);
