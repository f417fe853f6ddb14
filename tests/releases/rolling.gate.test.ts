/** Two releases at once over the same stores: this one, and a later one that changed a row and an event. */
import { deepStrictEqual as equal, ok, strictEqual as is } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { bootstrap } from '../../commands/bootstrap.ts';
import { newCaller } from '../../commands/caller.ts';
import { categoryAggregate } from '../../commands/aggregates.ts';
import { handle } from '../../commands/handle.ts';
import type { Recorded } from '../../domain/event.ts';
import type { RoleContext } from '../../infra/wiring/roles/context.ts';
import { runProjectorRole } from '../../infra/wiring/roles/projector.ts';
import type * as Storing from '../../infra/wiring/stores.ts';
import { readConfig } from '../../infra/config.ts';
import { randomIds, systemClock } from '../../infra/system.ts';
import { categories, categoriesProjection, type CategoryRow } from '../../projections/categories.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { timeline } from '../../projections/timeline/index.ts';
import type { verifyProjection } from '../../workers/rebuild/verify.ts';
import { nextRelease, type NextRelease, type Patch } from '../support/next-release.ts';
import { RAISED, RAISED_KEY, RESHAPED } from '../support/raised-release.ts';
import { silent } from '../support/silent.ts';
import { inPlace, type Place } from '../support/stores.ts';
import { suite } from '../support/suite.ts';
import { until } from '../workers/rebuild/leading.ts';
import { closing } from '../support/closing.ts';

/** Generous: the tests share the machine. */
const WITHIN_MS = 120_000;
const rolling = suite('a rolling upgrade', { timeoutMs: 400_000 });
const never = new AbortController().signal;

type Release = {
  readonly stores: Storing.Stores;
  readonly rename: (name: string) => Promise<Recorded>;
  /** What its readers see when they see everything. */
  row(): Promise<CategoryRow | null>;
  project(rawReadModels?: ReadModels): { readonly stop: () => Promise<void> };
  close(): Promise<void>;
};

type Modules = {
  readonly handle: typeof handle;
  readonly categoryAggregate: typeof categoryAggregate;
  readonly categories: typeof categories;
  readonly categoriesProjection: typeof categoriesProjection;
  readonly runProjectorRole: typeof runProjectorRole;
};

const releaseOver = (stores: Storing.Stores, modules: Modules): Release => {
  const deps = { ...stores, clock: systemClock, ids: randomIds };
  const running: { readonly stop: () => Promise<void> }[] = [];
  return {
    stores,
    rename: async (name) => {
      const caller = newCaller(randomIds, 'org', { type: 'user', id: 'u' });
      const renamed = { type: 'RenameCategory', name } as const;
      const { revision } = await modules.handle(deps, modules.categoryAggregate, 'staff', renamed, caller);
      for await (const event of stores.events.readStream('category-org~staff', { from: revision ?? 0, limit: 1 }))
        return event;
      throw new Error('the renamed category is missing');
    },
    row: async () => {
      const head = await stores.events.head();
      ok(await waitForPosition(stores.readModels, [modules.categoriesProjection], head, { timeoutMs: WITHIN_MS }));
      return await stores.readModels.get(modules.categories, 'org~staff');
    },
    project: (rawReadModels = stores.rawReadModels) => {
      const stopping = new AbortController();
      const raw = { ...stores, rawReadModels };
      const context: RoleContext = { config: readConfig({}), stores: raw, log: silent, signal: stopping.signal };
      const run = modules.runProjectorRole(context);
      run.catch(() => undefined);
      const stop = async (): Promise<void> => {
        stopping.abort();
        await run;
      };
      running.push({ stop });
      return { stop };
    },
    close: async () => {
      for (const { stop } of running) await stop();
      await stores.close();
    },
  };
};

const THIS: Modules = { handle, categoryAggregate, categories, categoriesProjection, runProjectorRole };

const openNext = async (place: Place, next: NextRelease): Promise<Release> => {
  const { openStores } = await next.load<typeof Storing>('infra/wiring/stores.ts');
  return releaseOver(await openStores(place.config, silent), {
    ...(await next.load<{ handle: typeof handle }>('commands/handle.ts')),
    ...(await next.load<{ categoryAggregate: typeof categoryAggregate }>('commands/aggregates.ts')),
    ...(await next.load<{ categories: typeof categories; categoriesProjection: typeof categoriesProjection }>(
      'projections/categories.ts',
    )),
    ...(await next.load<{ runProjectorRole: typeof runProjectorRole }>('infra/wiring/roles/projector.ts')),
  });
};

const inBoth = async (
  patches: readonly Patch[],
  test: (old: Release, openLater: () => Promise<Release>, next: NextRelease) => Promise<void>,
): Promise<void> => {
  await using next = closing(await nextRelease(patches));
  await inPlace(
    async (place) => {
      const opened: Release[] = [releaseOver(await place.open(), THIS)];
      const [old] = opened;
      if (old === undefined) return;
      try {
        const deps = { ...old.stores, clock: systemClock, ids: randomIds };
        await bootstrap(deps);
        const create = { type: 'CreateCategory', id: 'staff', name: 'Staff' } as const;
        await handle(deps, categoryAggregate, 'staff', create, newCaller(randomIds, 'org', { type: 'user', id: 'u' }));
        const openLater = async (): Promise<Release> => {
          const later = await openNext(place, next);
          opened.push(later);
          return later;
        };
        await test(old, openLater, next);
      } finally {
        for (const release of opened.reverse()) await release.close();
      }
    },
    { forPrograms: true },
  );
};

/** The same rows, whose filling of a projection is blocked until `go`. */
const held = (rows: ReadModels, projection: string) => {
  let go: () => void = () => undefined;
  let reached: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (go = resolve));
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  const commit: ReadModels['commit'] = async (batch) => {
    if (batch.projection === projection) {
      reached();
      await gone;
    }
    return rows.commit(batch);
  };
  return { rows: { ...rows, commit }, isReached, go: () => go() };
};

rolling('keeps the old rows current while the new ones fill, refuses no write, and misses nothing', () =>
  inBoth([...RESHAPED, ...RAISED], async (old, openLater, next) => {
    old.project();
    is((await old.rename('Teachers')).schemaVersion, 1);
    is((await old.row())?.name, 'Teachers');

    // A new api writes what the old release can read.
    const later = await openLater();
    const { schemaVersion, data } = await later.rename('Professors');
    equal([schemaVersion, data], [1, { name: 'Professors', before: 'Teachers' }]);
    is((await old.row())?.name, 'Professors');

    // A new projector fills, for however long; the old rows follow what either release writes.
    const filling = held(later.stores.rawReadModels, RAISED_KEY);
    later.project(filling.rows);
    await filling.isReached;
    await later.rename('Lecturers');
    is((await old.row())?.name, 'Lecturers');
    await old.rename('Fellows');
    is((await old.row())?.name, 'Fellows');
    is((await later.stores.rawReadModels.checkpoint(RAISED_KEY))?.phase ?? 'absent', 'absent');
    filling.go();
    is((await later.row())?.name, 'Fellows');
    is((await old.row())?.name, 'Fellows');

    // The old release ends: the new one takes over what both declare, and writes the new version.
    await old.close();
    let last: Recorded = await later.rename('a');
    for (let n = 0; last.schemaVersion === 1; n += 1) {
      await pause(200);
      last = await later.rename(`Fellows ${n}`);
    }
    equal(Object.keys(last.data as object), ['title', 'before']);
    is((await later.row())?.name, (last.data as { title: string }).title);

    const { verifyProjection: verify } = await next.load<{ verifyProjection: typeof verifyProjection }>(
      'workers/rebuild/verify.ts',
    );
    const { allProjections } = await next.load<{ allProjections: (typeof categoriesProjection)[] }>(
      'projections/all.ts',
    );
    const deps = {
      ...later.stores,
      readModels: later.stores.rawReadModels,
      clock: systemClock,
      log: silent,
      holder: 'verifying',
    };
    for (const projection of allProjections) {
      const head = await later.stores.events.head();
      ok(await waitForPosition(later.stores.readModels, [projection], head, { timeoutMs: WITHIN_MS }), projection.name);
      if (!['categories', 'timeline'].includes(projection.name)) continue;
      equal((await verify(deps, projection, () => undefined, { signal: never })).differences, []);
    }
  }),
);

rolling('folds again what the old release skipped', () =>
  inBoth(RESHAPED, async (old, openLater) => {
    const projecting = old.project();
    is((await old.row())?.name, 'Staff');
    // A process that was suspended, and considered dead, meets what it cannot read.
    const event = { ...(await old.rename('Teachers')), id: randomIds.next(), schemaVersion: 2 };
    const data = { title: 'Professors', before: 'Teachers' };
    await old.stores.events.append('category-org~staff', [{ ...event, data }], 'any');
    // It may say that the category is not to be shown.
    is((await old.row()) ?? null, null);
    await projecting.stop();

    const later = await openLater();
    later.project();
    await until(async () => (await later.row())?.name === 'Professors');
    await until(async () => (await later.stores.readModels.get(timeline, event.id))?.['severity'] === 'info');
  }),
);
