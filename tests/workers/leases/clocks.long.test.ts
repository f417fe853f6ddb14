/** Leases between processes whose clocks are wrong or jump: none is stolen, lost, or held for ever. */
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openSqliteState } from '../../../infra/sqlite/state/index.ts';
import { openMongoState } from '../../../infra/mongodb/state/index.ts';
import type { StateStore } from '../../../commands/ports.ts';
import { DAY_MS, shiftedClock } from '../../support/shifted-clock/index.ts';
import { script } from '../../support/script.ts';
import { suite } from '../../support/suite.ts';
import { closing } from '../../support/closing.ts';
import { inFolder } from '../../support/folder.ts';
import { onMongoDb, inFreshDatabase } from '../../support/mongodb.ts';

const HOLDER = script('holder', import.meta.url);
/** Long enough that a loaded machine renews in time. */
const TTL_MS = 1_500;
const KEY = 'lease/the-lease';

type Holder = {
  readonly child: ChildProcess;
  readonly messages: readonly string[];
  readonly setClock: (ms: number) => Promise<void>;
};
type Over = { readonly where: string; readonly database: string; readonly state: StateStore };

const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await pause(5);
};

const withHolders = async (
  { where, database }: Over,
  test: (start: (name: string, clockMs: number) => Promise<Holder>) => Promise<void>,
): Promise<void> =>
  inFolder(async (folder) => {
    const children: ChildProcess[] = [];
    try {
      await test(async (name, clockMs) => {
        const own = path.join(folder, name);
        await mkdir(own);
        const clock = shiftedClock(own);
        clock.set(clockMs);
        const child = fork(HOLDER.file, [where, database, name, String(TTL_MS)], {
          execArgv: [...HOLDER.execArgv, ...clock.execArgv],
          env: { ...process.env, ...clock.env },
        });
        children.push(child);
        const messages: string[] = [];
        let childClock = Number.NaN;
        child.on('message', (message: string | { readonly clock: number }) => {
          if (typeof message === 'string') messages.push(message);
          else childClock = message.clock;
        });
        const hasClock = (ms: number) => (): boolean => Math.abs(childClock - Date.now() - ms) < DAY_MS / 4;
        await until(hasClock(clockMs));
        return {
          child,
          messages,
          setClock: (ms) => {
            clock.set(ms);
            return until(hasClock(ms));
          },
        };
      });
    } finally {
      for (const child of children) child.kill('SIGKILL');
    }
  });

/** Waits until the lease has been renewed this often. */
const renewed = async (state: StateStore, times: number): Promise<void> => {
  const { version } = (await state.get(KEY)) ?? { version: 0 };
  await until(async () => ((await state.get(KEY))?.version ?? 0) >= version + times);
};
const holderOf = async (state: StateStore): Promise<unknown> =>
  ((await state.get(KEY))?.value as { readonly holder?: unknown } | undefined)?.holder;

const testOver = (what: string, over: (test: (over: Over) => Promise<void>) => Promise<void>): void => {
  const leases = suite(`a lease in ${what}`);

  leases('is neither stolen nor lost while clocks are wrong or jump, and passes on once its holder stops or dies', () =>
    over((place) =>
      withHolders(place, async (start) => {
        const one = await start('one', -5 * 3_600_000);
        await until(() => one.messages.length > 0);
        const other = await start('other', DAY_MS);
        await renewed(place.state, 4);
        for (const leap of [DAY_MS, -DAY_MS]) {
          await Promise.all([one.setClock(leap), other.setClock(leap)]);
          await renewed(place.state, 4);
        }
        assert.deepEqual([one.messages, other.messages], [['leads'], []]);
        assert.equal(await holderOf(place.state), 'one');

        one.child.kill('SIGSTOP');
        await until(() => other.messages.length > 0);
        one.child.kill('SIGCONT');
        await until(() => one.messages.length > 1);
        await renewed(place.state, 2);
        assert.deepEqual([one.messages, other.messages], [['leads', 'follows'], ['leads']]);
        assert.equal(await holderOf(place.state), 'other');

        // Its last renewals are by a clock two days ahead of its successor's.
        await other.setClock(DAY_MS);
        await renewed(place.state, 2);
        other.child.kill('SIGKILL');
        const died = performance.now();
        await until(() => one.messages.length > 2);
        assert.ok(performance.now() - died < 4 * TTL_MS, 'the next waited for longer than the lease lasts');
        assert.equal(await holderOf(place.state), 'one');
      }),
    ),
  );
};

testOver('a file', (test) =>
  inFolder(async (folder) => {
    const where = path.join(folder, 'state.db');
    await using state = closing(await openSqliteState({ file: where }));
    await test({ where, database: '', state });
  }),
);

await onMongoDb('a lease in MongoDB', 'does not depend on the clocks of processes', (where) =>
  testOver('MongoDB', async (test) => {
    await using database = inFreshDatabase(where);
    await using state = closing(await openMongoState({ url: database.url }));
    await test({ where, database: database.name, state });
  }),
);
