/** An ingestion, or an edit by staff, races an erasure, held at each step of the event store in turn. */
import assert from 'node:assert/strict';
import { newCaller, type Caller } from '../../../commands/caller.ts';
import { erasePerson } from '../../../commands/erase-person.ts';
import { handle } from '../../../commands/handle.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import { personAggregate } from '../../../commands/person.ts';
import type { EventStore } from '../../../commands/ports.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { Refused } from '../../../domain/errors.ts';
import { DEFAULT_INTERVAL_MS } from '../../../domain/ingestion/schedule.ts';
import { randomIds, systemClock } from '../../../infra/system.ts';
import { claim } from '../../../workers/ingestion/claim.ts';
import type { IngestionDeps } from '../../../workers/ingestion/ports.ts';
import { runJob } from '../../../workers/ingestion/run-job.ts';
import { ingestions, type IngestionRow } from '../../../projections/ingestions.ts';
import { collect } from '../../support/event-stores.ts';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { memoryReadModels } from '../../support/memory-read-models.ts';
import { silent, noWaits } from '../../support/silent.ts';
import { freshPlace } from '../../support/stores.ts';
import { listedAs } from '../../support/listed-as.ts';
import { providersThat } from '../../support/providers-that.ts';
import { suite } from '../../support/suite.ts';

const ORCID = '0000-0002-1825-0097';
const PERSON = `person-org~${ORCID}`;
/** More calls than any of them makes. */
const MOST_STEPS = 60;

const providers = providersThat({
  person: () =>
    Promise.resolve(
      listedAs({ creditName: 'J. Carberry', givenName: null, familyName: null, otherNames: [], biography: 'Pots.' }),
    ),
});

type Held = { readonly store: EventStore; readonly calls: () => number };

/** Runs `meanwhile` before the n-th call of the store. */
const holding = (store: EventStore, n: number, meanwhile: () => Promise<void>): Held => {
  let calls = 0;
  const step = async (): Promise<void> => {
    calls += 1;
    if (calls === n) await meanwhile();
  };
  return {
    calls: () => calls,
    store: {
      ...store,
      append: async (...args) => {
        await step();
        return store.append(...args);
      },
      readStream: async function* (...args) {
        await step();
        yield* store.readStream(...args);
      },
      deleteStream: async (...args) => {
        await step();
        return store.deleteStream(...args);
      },
    },
  };
};

const caller = (): Caller => newCaller(randomIds, 'org', { type: 'system', id: 'test' });

const over = (events: EventStore) => ({ events, clock: systemClock, ids: randomIds });

const registered = async (events: EventStore): Promise<void> => {
  const command = { type: 'RegisterPerson', orcid: ORCID, name: 'J. C.', biography: null, saidBy: 'provider' } as const;
  await handle(over(events), personAggregate, ORCID, command, caller());
};

/** A worker's whole job. */
const jobOver = async (
  state: IngestionDeps['state'],
  queuedIn: EventStore,
): Promise<(events: EventStore) => Promise<void>> => {
  const request = { orcids: [ORCID], triggerSource: 'cli', shards: 1 } as const;
  const { jobs } = await queueIngestions(over(queuedIn), request, caller());
  const asking = { providers, sources: ['orcid'] as const, harvestIntervalMs: DEFAULT_INTERVAL_MS };
  // There are no rows, so none lag.
  const checkpoint = () => Promise.resolve({ position: Number.MAX_SAFE_INTEGER, phase: 'live' } as const);
  const deps = { ...asking, state, readModels: { ...memoryReadModels(), checkpoint }, log: silent };
  const row = { id: `org~${ORCID}`, workspace: 'org', orcid: ORCID, jobId: jobs[0]?.id ?? '' } as IngestionRow;
  const claimed = await claim({ ...deps, ...over(queuedIn) }, row, randomIds.next(), noWaits);
  assert.ok(claimed, `${ingestions.name} has a job to claim`);
  return async (events) => {
    await runJob({ ...deps, ...over(events) }, claimed, claimed.job.worker ?? '', new AbortController().signal);
    await claimed.lease.release();
  };
};

const pastOf = async (events: EventStore): Promise<ReadonlySet<string>> => {
  const erasures = await collect(events.readStream(`erasure-org~${ORCID}`));
  return new Set(
    erasures.flatMap(({ data }) =>
      (data as { readonly past: readonly { readonly id: string }[] }).past.map(({ id }) => id),
    ),
  );
};

/** Every id in an append to the person's stream, whether or not it succeeded. */
const watched = (store: EventStore): { readonly store: EventStore; readonly ids: ReadonlySet<string> } => {
  const ids = new Set<string>();
  const append: EventStore['append'] = async (stream, events, expected) => {
    const appended = await store.append(stream, events, expected);
    if (stream === PERSON) for (const { id } of events) ids.add(id);
    return appended;
  };
  return { ids, store: { ...store, append } };
};

const nothingIsLeft = async ({ store, ids }: ReturnType<typeof watched>, step: string): Promise<void> => {
  assert.deepEqual(await collect(store.readStream(PERSON)), [], `the person is back, ${step}`);
  const past = await pastOf(store);
  for (const id of ids) assert.ok(past.has(id), `an event was not reported, ${step}`);
};

const race = suite('an erasure during a job');

const withState = async (work: (state: IngestionDeps['state']) => Promise<void>): Promise<void> => {
  const place = await freshPlace();
  const stores = await place.open();
  try {
    await work(stores.state);
  } finally {
    await stores.close();
    await place.remove();
  }
};

for (const known of [false, true]) {
  const who = known ? 'a registered person' : 'somebody new';
  race(`leaves no trace of ${who} when a worker is suspended at any step`, () =>
    withState(async (state) => {
      for (let step = 1; step < MOST_STEPS; step += 1) {
        const events = watched(memoryEventStore());
        if (known) await registered(events.store);
        const job = await jobOver(state, events.store);
        const erase = async (): Promise<void> => void (await erasePerson(over(events.store), ORCID, caller()));
        const held = holding(events.store, step, erase);
        await job(held.store);
        if (held.calls() < step) return;
        await nothingIsLeft(events, `at step ${step} of the worker`);
      }
      assert.fail('the worker never finished');
    }),
  );

  race(`leaves no trace of ${who} when a worker runs the job at any step of the erasure`, () =>
    withState(async (state) => {
      for (let step = 1; step < MOST_STEPS; step += 1) {
        const events = watched(memoryEventStore());
        if (known) await registered(events.store);
        const job = await jobOver(state, events.store);
        const held = holding(events.store, step, () => job(events.store));
        await erasePerson(over(held.store), ORCID, caller());
        if (held.calls() < step) return;
        await nothingIsLeft(events, `at step ${step} of the erasure`);
      }
      assert.fail('the erasure never finished');
    }),
  );
}

race('deletes concurrent edits by staff, or refuses them', async () => {
  for (let step = 1; step < MOST_STEPS; step += 1) {
    const events = watched(memoryEventStore());
    await registered(events.store);
    const edit = async (): Promise<void> => {
      const command = { type: 'ReviseProfile', name: 'Josiah' } as const;
      await handle(over(events.store), personAggregate, ORCID, command, caller()).catch((error: unknown) => {
        assert.ok(error instanceof Refused && error.kind === 'not_found', String(error));
      });
    };
    const held = holding(events.store, step, edit);
    await erasePerson(over(held.store), ORCID, caller());
    if (held.calls() < step) return;
    await nothingIsLeft(events, `at step ${step}`);
  }
  assert.fail('the erasure never finished');
});

race('refuses an edit that was decided before it', async () => {
  const events = watched(memoryEventStore());
  await registered(events.store);
  const append: EventStore['append'] = async (stream, batch, expected) => {
    if (stream === PERSON) await erasePerson(over(events.store), ORCID, caller());
    return events.store.append(stream, batch, expected);
  };
  const command = { type: 'ReviseProfile', name: 'Josiah' } as const;
  await assert.rejects(
    handle(over({ ...events.store, append }), personAggregate, ORCID, command, caller()),
    (error) => error instanceof Refused && error.kind === 'not_found',
  );
  await nothingIsLeft(events, 'by the edit');
});

race('lets staff register the person again afterwards, by name', async () => {
  const { store } = watched(memoryEventStore());
  await registered(store);
  await erasePerson(over(store), ORCID, caller());
  const command = { type: 'RegisterPerson', orcid: ORCID, name: 'J. C.', biography: null, saidBy: 'staff' } as const;
  await handle(over(store), personAggregate, ORCID, command, caller());
  assert.deepEqual(
    (await collect(store.readStream(PERSON))).map(({ type }) => type),
    ['PersonRegistered', 'PersonNamed'],
  );
});

race('affects the current job only', () =>
  withState(async (state) => {
    const events = memoryEventStore();
    const job = await jobOver(state, events);
    await job(events);
    const types = (await collect(events.readStream(ingestionAggregate.stream('org', ORCID)))).map(({ type }) => type);
    assert.deepEqual(types, ['IngestionQueued', 'IngestionStarted', 'IngestionSucceeded']);
    assert.deepEqual(
      (await collect(events.readStream(PERSON))).map(({ type }) => type),
      ['PersonRegistered', 'PersonNamed', 'PersonDescribed'],
    );
  }),
);
