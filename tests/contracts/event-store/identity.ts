/** How rows recognize their log: see `workers/rebuild/log-identity.ts`. */
import assert from 'node:assert/strict';
import { bootstrap, createWorkspace } from '../../../commands/bootstrap.ts';
import type { EventStore } from '../../../commands/ports.ts';
import { Refused } from '../../../domain/errors.ts';
import { randomIds, systemClock } from '../../../infra/system.ts';
import { categoriesProjection } from '../../../projections/categories.ts';
import { projectionKey } from '../../../projections/define.ts';
import type { ReadModels } from '../../../projections/ports.ts';
import { assertLogMatchesRows, rejectRows } from '../../../workers/rebuild/log-identity.ts';
import { memoryReadModels } from '../../support/memory-read-models.ts';
import { newEvents } from '../../support/new-event.ts';
import type { Holds } from '../over-a-fresh-store.ts';

const begin = (events: EventStore): Promise<unknown> => bootstrap({ events, clock: systemClock, ids: randomIds });

const check = (events: EventStore, readModels: ReadModels): Promise<void> =>
  assertLogMatchesRows({ events, readModels, projections: [categoriesProjection] }, 0);

const refusedAs = (code: string) => (error: unknown) => error instanceof Refused && error.code === code;

const cameTo = (readModels: ReadModels, position: number): Promise<void> =>
  readModels.commit({
    projection: projectionKey(categoriesProjection),
    changes: [],
    recounts: [],
    checkpoint: { position, phase: 'live' },
  });

export const identity = (holds: Holds<EventStore>): void => {
  holds('is the same for every process, however it has grown', async (store, another) => {
    const rows = memoryReadModels();
    await check(store, rows);
    await begin(store);
    await check(store, rows);
    await createWorkspace({ events: store, clock: systemClock, ids: randomIds }, 'more', 'More');
    await check(await another(), rows);
  });

  holds('is a different one once the log has started over, and none while it is empty', async (store) => {
    const rows = memoryReadModels();
    await begin(store);
    await check(store, rows);
    for (const stream of ['workspace-org', 'entity-org~org']) await store.deleteStream(stream);
    await assert.rejects(check(store, rows), refusedAs('other_log'));
    await begin(store);
    await assert.rejects(check(store, rows), refusedAs('other_log'));
  });

  holds('does not match rows whose log was replaced from a backup, however far it has come', async (store) => {
    const rows = memoryReadModels();
    await rejectRows(rows);
    await begin(store);
    await check(store, rows);
    await cameTo(rows, await store.head());
    await rejectRows(rows);
    await assert.rejects(check(store, rows), refusedAs('other_log'));
  });

  holds('is too short for rows beyond its end', async (store) => {
    const rows = memoryReadModels();
    await begin(store);
    await check(store, rows);
    const head = await store.head();
    await cameTo(rows, head);
    await check(store, rows);
    await cameTo(rows, head + 1_000);
    await assert.rejects(check(store, rows), refusedAs('log_too_short'));
  });
  holds('is not too short for rows that have read events at its end which were erased since', async (store) => {
    const rows = memoryReadModels();
    await begin(store);
    await check(store, rows);
    await store.append('person-last', newEvents(1), 'none');
    await cameTo(rows, await store.head());
    await store.deleteStream('person-last');
    await check(store, rows);
  });
};
