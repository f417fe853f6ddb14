/** Long work interrupted halfway, each as a process: what it leaves, its last output, and how it resumes. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { bootstrap } from '../../../commands/bootstrap.ts';
import { newCaller } from '../../../commands/caller.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { randomIds, systemClock } from '../../../infra/system.ts';
import { allProjections } from '../../../projections/all.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { areRowsBeingWritten } from '../../../workers/rebuild/leases.ts';
import { heldProviders, type HeldProviders } from '../../support/held-providers.ts';
import { writeHistory } from '../../support/history.ts';
import { colophon, endsAs, type Ended, type Program } from '../../support/program.ts';
import { inPlace, type Place } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';
import { catchUp } from '../../workers/projector/projecting.ts';
import { closing } from '../../support/closing.ts';
import { typesIn } from '../../support/event-stores.ts';

const ORCID = '0000-0002-1825-0097';

const interrupted = suite('interrupted work');

type Run = (...args: readonly string[]) => Program;

const inCatalogue = (test: (place: Place, providers: HeldProviders, run: Run) => Promise<void>): Promise<void> =>
  inPlace(
    async (place) => {
      const providers = await heldProviders();
      const running: Program[] = [];
      try {
        await test(place, providers, (...args) => {
          const program = colophon({ ...place.env, ...providers.env }, args);
          running.push(program);
          return program;
        });
      } finally {
        for (const program of running) program.kill();
        await providers.close();
      }
    },
    { forPrograms: true },
  );

/** Without the one that says that this process uses the stores. */
const leasesIn = async (place: Place): Promise<readonly string[]> => {
  await using stores = closing(await place.open());
  const keys = (await stores.state.list('lease/')).map(({ key }) => key);
  return keys.filter((key) => !(key.startsWith('lease/process@') && key.includes(`.${process.pid}.`)));
};

const endsFreely = async (place: Place, ended: Ended, as: Parameters<typeof endsAs>[1]): Promise<void> => {
  endsAs(ended, as);
  assert.deepEqual(await leasesIn(place), []);
};

const queue = async (place: Place): Promise<void> => {
  const stores = await place.open();
  const deps = { ...stores, clock: systemClock, ids: randomIds };
  await bootstrap(deps);
  const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
  await queueIngestions(deps, { orcids: [ORCID], triggerSource: 'cli', shards: 4 }, caller);
  await catchUp({ events: stores.events, readModels: stores.rawReadModels, projections: allProjections });
  await stores.close();
};

const jobEvents = async (place: Place): Promise<readonly string[]> => {
  const stores = await place.open();
  const types = await typesIn(stores, `ingestion-org~${ORCID}`);
  await stores.close();
  return types;
};

interrupted('of a worker continues in a command, and that in the next, as one job', () =>
  inCatalogue(async (place, providers, run) => {
    await queue(place);
    const worker = run('start', '--role', 'worker');
    await providers.reached();
    await endsFreely(place, await worker.stop('SIGTERM'), {
      code: 0,
      err: /"jobs":1,.*left to the next worker"}\n$/,
    });

    const ingest = run('ingest', ORCID);
    await providers.reached();
    const remains = /^colophon: interrupted: 1 of 1 iDs remain; a running worker continues with them, or run .*\n$/;
    await endsFreely(place, await ingest.stop('SIGINT'), { code: 130, err: remains });

    providers.letGo();
    const { code, out, err } = await run('ingest', ORCID).ended;
    assert.equal(code, 0, err);
    assert.match(out, new RegExp(`^${ORCID}  succeeded  10 found: .* 0 failed$`, 'm'));
    assert.deepEqual(
      (await jobEvents(place)).filter((type) => type !== 'IngestionProgressed'),
      ['IngestionQueued', 'IngestionStarted', 'IngestionTakenOver', 'IngestionTakenOver', 'IngestionSucceeded'],
    );
  }),
);

interrupted('of a rebuild stays ordered, and the same command completes its rows', () =>
  inCatalogue(async (place, _providers, run) => {
    const stores = await place.open();
    await writeHistory(stores.events, { events: 600 });
    await catchUp({ events: stores.events, readModels: stores.rawReadModels, projections: allProjections });
    await stores.close();
    const rebuild = run('projections', 'rebuild', 'catalogue');
    await rebuild.prints(/^catalogue  \d+ %/);
    const ordered =
      /^colophon: interrupted: the request remains: a running projector .* or run the same command again\n$/;
    await endsFreely(place, await rebuild.stop('SIGTERM'), { code: 143, err: ordered });
    const { code, out, err } = await run('projections', 'rebuild', 'catalogue', '--json').ended;
    assert.equal(code, 0, err);
    assert.deepEqual(JSON.parse(out), [{ name: 'catalogue', version: catalogue.version, generation: 1 }]);
  }),
);

interrupted('of a preparation is completed by the same command', () =>
  inCatalogue(async (place, _providers, run) => {
    const stores = await place.open();
    await writeHistory(stores.events, { events: 600 });
    const prepare = run('projections', 'prepare');
    while (!(await areRowsBeingWritten(stores.state))) await pause(5);
    await stores.close();
    const again = /^colophon: interrupted: run the same command again to continue\n$/;
    await endsFreely(place, await prepare.stop('SIGINT'), { code: 130, err: again });
    const { code, out, err } = await run('projections', 'prepare', '--json').ended;
    assert.equal(code, 0, err);
    assert.deepEqual(
      JSON.parse(out),
      allProjections.map(({ name, version }) => ({ name, version, generation: 0 })),
    );
    const verified = await run('projections', 'verify', 'catalogue').ended;
    assert.equal(verified.code, 0, verified.out + verified.err);
  }),
);
