/** The projector's thread, within its memory limit, over a log of records of the maximum size. */
import assert from 'node:assert/strict';
import { schemaVersionOf } from '../../../../domain/upcast.ts';
import { RECORD } from '../../../../domain/limits.ts';
import { allProjections } from '../../../../projections/all.ts';
import { waitForPosition } from '../../../../projections/queries/position.ts';
import { readConfig } from '../../../../infra/config.ts';
import { systemClock } from '../../../../infra/system.ts';
import { runInThread } from '../../../../infra/wiring/threads/start.ts';
import { requestRebuild } from '../../../../workers/rebuild/requests.ts';
import { untilServing } from '../../../../workers/rebuild/list.ts';
import { newEvent } from '../../../support/new-event.ts';
import { inPlace } from '../../../support/stores.ts';
import { suite } from '../../../support/suite.ts';
import { catalogue } from '../../../../projections/catalogue/index.ts';

/** Together far more than the thread may use. */
const RECORDS = 1_000;
/** Appended together, in one write to the file. */
const AT_ONCE = 10;
/** For the rest of a record beside its text. */
const ROOM = 1_024;
const SIZES = { small: 100, 'the largest': RECORD.bytes - ROOM } as const;

const added = (n: number, text: string) => {
  const doi = `10.5555/large${n}`;
  const original = { type: 'article', title: `A large record ${n}`, DOI: doi, custom: { text } };
  const source = { provider: 'crossref', url: 'https://example.org/', etag: '"1"' };
  const data = { doi, original, source, fetchedAt: n, enrichment: null, citedByCount: 1, notices: [] };
  const type = 'PublicationAdded';
  return { ...newEvent(n), type, schemaVersion: schemaVersionOf(type), data };
};

const remembering = suite('the memory of the projector', { timeoutMs: 280_000 });

const foldedAndRebuilt = (bytes: number): Promise<void> =>
  inPlace(
    async (place) => {
      const stores = await place.open();
      const text = 'x'.repeat(bytes);
      for (let from = 0; from < RECORDS; from += AT_ONCE)
        await Promise.all(
          Array.from({ length: AT_ONCE }, (_, n) => added(from + n, text)).map((event) =>
            stores.events.append(`publication-org~${event.data.doi}`, [event], 'none'),
          ),
        );
      const stop = new AbortController();
      const config = readConfig({ ...place.env, LOG_LEVEL: 'silent' });
      const watch = { started: () => undefined, running: () => undefined };
      const role = runInThread({ role: 'projector', config }, stop.signal, watch);
      const dead = role.then(() => Promise.reject(new Error('the projector ended')));
      dead.catch(() => undefined);
      try {
        const { rawReadModels: readModels, state, events } = stores;
        const head = await events.head();
        const within = { timeoutMs: 200_000, signal: stop.signal };
        assert.ok(await Promise.race([waitForPosition(readModels, allProjections, head, within), dead]));
        const wanted = await requestRebuild({ readModels, state, clock: systemClock }, [catalogue]);
        const served = untilServing({ events, readModels, state }, wanted, () => undefined, stop.signal);
        assert.ok(await Promise.race([served, dead]));
        const { folds } = catalogue;
        const where = { all: [] };
        const publications = folds.find(({ collection }) => collection.name.startsWith('publications'))?.collection;
        assert.ok(publications !== undefined);
        assert.equal(await stores.readModels.count(publications, where), RECORDS);
      } finally {
        stop.abort();
        await role.catch(() => undefined);
        await stores.close();
      }
    },
    { forPrograms: true },
  );

// A start without rows, then a rebuild beside them; the thread's memory limit is the same for both, and kills it when exceeded.
for (const [size, bytes] of Object.entries(SIZES))
  remembering(`is enough to fold and to rebuild ${RECORDS} records, ${size} ones`, () => foldedAndRebuilt(bytes));
