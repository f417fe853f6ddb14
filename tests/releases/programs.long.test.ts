/** A rolling upgrade as operators do it: the programs of two builds over the same stores, this one and a later one. */
import { deepStrictEqual as equal, strictEqual as is } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type * as Storing from '../../infra/wiring/stores.ts';
import type { Listed } from '../../workers/rebuild/list.ts';
import { nextRelease, type NextRelease, type Patch } from '../support/next-release.ts';
import { RAISED, RESHAPED } from '../support/raised-release.ts';
import { runCommand, startService, type Service } from '../support/service.ts';
import { silent } from '../support/silent.ts';
import { until } from '../support/until.ts';
import { inPlace, type Place } from '../support/stores.ts';
import { suite } from '../support/suite.ts';

const CATEGORY = 'staff';
/** Between two writes while waiting for a process. */
const AGAIN_MS = 250;

/** Both check often which others are running, so that a suspended one is soon considered dead. */
const BRISK: Patch = { file: 'commands/living-releases.ts', find: 'REFRESH_MS = 5_000', put: 'REFRESH_MS = 2_000' };

type Answered = { readonly status: number; readonly body: unknown };

/** What staff see and do with the category on one of the services. */
const staffOf = ({ url }: Service, token: string) => {
  const ask = async (method: string, path: string, body?: unknown): Promise<Answered> => {
    const response = await fetch(`${await url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  };
  return {
    ask,
    rename: (name: string): Promise<Answered> => ask('PATCH', `/categories/${CATEGORY}`, { name }),
    /** Null while there is no response, or none that contains it. */
    name: async (): Promise<string | null> => {
      const { status, body } = await ask('GET', `/categories/${CATEGORY}`);
      return status === 200 ? (body as { readonly name: string }).name : null;
    },
  };
};

/** The schema version of the last event of the category, read as the later release does, which does not restrict the versions written. */
const openShapes = async (next: NextRelease, place: Place) => {
  const { openStores } = await next.load<typeof Storing>('infra/wiring/stores.ts');
  const stores = await openStores(place.config, silent);
  return {
    last: async (): Promise<number> => {
      let last = 0;
      for await (const event of stores.events.readStream(`category-org~${CATEGORY}`)) last = event.schemaVersion;
      return last;
    },
    renames: async (): Promise<number> => {
      let count = 0;
      for await (const { type } of stores.events.readStream(`category-org~${CATEGORY}`))
        if (type === 'CategoryRenamed') count += 1;
      return count;
    },
    close: () => stores.close(),
  };
};

const programs = suite('two releases as programs', { timeoutMs: 400_000 });

programs(
  'keep the old rows current, refuse no write, fill the new rows, and miss nothing after the switch',
  async () => {
    const [present, next] = await Promise.all([nextRelease([BRISK]), nextRelease([BRISK, ...RESHAPED, ...RAISED])]);
    const running: Service[] = [];
    const started = (...args: Parameters<typeof startService>): Service => {
      const service = startService(...args);
      running.push(service);
      return service;
    };
    try {
      await inPlace(
        async ({ env, ...place }) => {
          const shapes = await openShapes(next, { env, ...place });
          try {
            const old = started(present.main, env, []);
            await old.url;
            const grant = [
              'sessions',
              'create',
              '--email',
              'a@example.org',
              '--role',
              'superadmin',
              '--workspace',
              'org',
            ];
            const { token } = JSON.parse(await runCommand(present.main, env, [...grant, '--json'])) as {
              token: string;
            };
            const before = staffOf(old, token);
            const made = await before.ask('POST', '/categories', { id: CATEGORY, name: 'Staff' });
            is(made.status, 201, JSON.stringify(made.body));

            let n = 0;
            const renamed = async (by: typeof before): Promise<string> => {
              const name = `Staff ${(n += 1)}`;
              const { status, body } = await by.rename(name);
              is(status, 200, `rename ${n}: ${JSON.stringify(body)}`);
              return name;
            };

            // The old service continues while the later release fills its rows, until its api shows the same.
            started(next.main, env, ['--role', 'projector']);
            const api = started(next.main, env, ['--role', 'api']);
            const after = staffOf(api, token);
            let isListening = false;
            api.url.then(
              () => (isListening = true),
              () => undefined,
            );
            let name = '';
            do {
              name = await renamed(before);
              is(await before.name(), name, 'the old rows are behind');
              await pause(AGAIN_MS);
            } while (n < 4 || !isListening || (await after.name()) === null);
            await until(after.name, (seen) => seen === name);
            // Then either gets requests, as while one process after another is replaced.
            for (const by of [after, before, after]) {
              name = await renamed(by);
              for (const each of [before, after]) await until(each.name, (seen) => seen === name);
            }
            is(await shapes.last(), 1, 'the old release could not read what was written');

            // Suspended until it is considered dead, the old service resumes with events in a version that it cannot read.
            old.pause();
            let last = '';
            while ((await shapes.last()) === 1) {
              last = await renamed(after);
              await pause(AGAIN_MS);
            }
            old.resume();
            await until(before.name, (name) => name === null);
            is(await after.name(), last);

            // The old service ends, and the later one takes over everything.
            is(await old.stop(), 0);
            // Resumed, it counted as alive again: the new version waits until its end is noticed.
            do {
              name = await renamed(after);
              is(await after.name(), name);
              await pause(AGAIN_MS);
            } while ((await shapes.last()) === 1);
            is(await shapes.renames(), n);
            const reply = await until(
              () => after.ask('GET', '/activity?event_type=CategoryRenamed&per_page=1'),
              ({ status, body }) => status === 200 && (body as { total: number }).total >= n,
            );
            is((reply.body as { readonly total: number }).total, n);
            // Before it was suspended, the old service may have projected events that it could not read: these are listed as skipped until
            // their rows are rebuilt.
            await until(
              async () =>
                JSON.parse(await runCommand(next.main, env, ['projections', 'list', '--json'])) as readonly Listed[],
              (listed) => listed.every(({ rebuild, lastError }) => rebuild === null && lastError === null),
            );
            for (const projection of ['categories', 'timeline']) {
              const verified = await runCommand(next.main, env, ['projections', 'verify', projection, '--json']);
              equal((JSON.parse(verified) as { readonly differences: unknown[] }).differences, []);
            }
          } finally {
            await shapes.close();
            for (const service of running.reverse()) await service.stop();
          }
        },
        { forPrograms: true },
      );
    } finally {
      await Promise.all([present.remove(), next.remove()]);
    }
  },
);
