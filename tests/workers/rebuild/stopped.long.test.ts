/** Leading processes that are suspended past their lease and resume later, in the middle of batches and rebuilds. */
import { deepStrictEqual as equal, ok, strictEqual as is } from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'libsql';
import { servingGeneration } from '../../../projections/generations.ts';
import { requestRebuild } from '../../../workers/rebuild/requests.ts';
import { untilServing } from '../../../workers/rebuild/list.ts';
import { onServers } from '../../support/servers-under-test.ts';
import { script } from '../../support/script.ts';
import { suite } from '../../support/suite.ts';
import {
  added,
  cited,
  desk,
  jobStream,
  linked,
  paperStream,
  retried,
  queued,
  readerStream,
  registered,
  reset,
  shelf,
} from '../projector/shelf.ts';
import { folded, inSetup, rowsOf, until, type Setup } from './leading.ts';
import { closing } from '../../support/closing.ts';

const LEADER = script('leader', import.meta.url);
const STOPS = 6;
/** Between writes, at first. */
const WRITES_EVERY_MS = 15;
/** Each pause is longer than the last by this factor, so that a rebuild outpaces the log even on a loaded machine. */
const SLOWING = 1.01;
const FILES = onServers ? [] : ['read.db', 'state.db', 'events.db'];
const never = new AbortController().signal;

type Leader = { readonly child: ChildProcess; readonly errors: readonly unknown[] };

const start = async ({ env }: Setup, name: string): Promise<Leader> => {
  const child = fork(LEADER.file, [name], {
    execArgv: [...LEADER.execArgv],
    env: { PATH: process.env['PATH'], ...env },
  });
  const errors: unknown[] = [];
  const ready = new Promise<void>((resolve) => {
    child.on('message', (line: { readonly level: string }) => {
      if (line.level === 'ready') resolve();
      if (line.level === 'error') errors.push(line);
    });
  });
  await ready;
  return { child, errors };
};

/** Whether the lock of a file is held for longer than a write takes. */
const isLocked = async (file: string): Promise<boolean> => {
  await using db = closing(new Database(file, { timeout: 0 }));
  for (let tries = 0; tries < 20; tries += 1)
    try {
      db.exec('BEGIN IMMEDIATE');
      db.exec('ROLLBACK');
      return false;
    } catch {
      await pause(5 + tries);
    }
  return true;
};

/** Suspends it, but not during a write to a file: then no other process could write the file or take over. */
const stop = async ({ child }: Leader, folder: string): Promise<void> => {
  for (;;) {
    child.kill('SIGSTOP');
    const locked = [];
    for (const name of FILES) locked.push(await isLocked(path.join(folder, name)));
    if (!locked.includes(true)) return;
    child.kill('SIGCONT');
    await pause(Math.random() * 20);
  }
};

const holderOf = async ({ state }: Setup): Promise<string | null> =>
  ((await state.get('lease/projector'))?.value as { readonly holder: string } | undefined)?.holder ?? null;

/** Papers that are counted again, and jobs whose rows are removed: what a late write would corrupt. */
const writing = ({ append }: Setup, isOver: () => boolean): { readonly done: Promise<void>; speedUp(): void } => {
  let pauseMs = WRITES_EVERY_MS;
  const write = async (): Promise<void> => {
    for (let n = 0; !isOver(); n += 1) {
      const doi = `p${n % 20}`;
      await append(paperStream(doi), n < 20 ? added(doi) : cited(n), linked(`r${n % 3}`));
      await append(jobStream(`r${n % 5}`), queued(`r${n % 5}`, `j${n}`), retried(`j${n}`, doi));
      if (n % 3 === 0) await append(jobStream(`r${n % 5}`), reset);
      await pause(pauseMs);
      pauseMs *= SLOWING;
    }
  };
  return { done: write(), speedUp: () => void (pauseMs = WRITES_EVERY_MS) };
};

/** Batches of five events are many calls to a server, and the log grows meanwhile: three rebuilds take most of a minute. */
const BOUND_MS = 300_000;

const stopped = suite('a projector that is suspended past its lease', { timeoutMs: BOUND_MS });

stopped('is followed by another, and changes nothing when it resumes, even in the middle of a rebuild', () =>
  inSetup(
    async (setup) => {
      const { folder, events, rows, state, settled } = setup;
      for (const reader of ['r0', 'r1', 'r2']) await setup.append(readerStream(reader), registered(reader));
      const leaders = new Map<string, Leader>();
      let isOver = false;
      const writes = writing(setup, () => isOver);
      try {
        for (const name of ['one', 'other']) leaders.set(name, await start(setup, name));
        for (let n = 0; n < STOPS; n += 1) {
          await until(async () => (await holderOf(setup)) !== null);
          writes.speedUp();
          const ordered = n % 2 === 1 ? await requestRebuild({ ...setup, readModels: rows }, [shelf, desk]) : [];
          // At a random moment.
          await pause(Math.random() * 60);
          const name = await holderOf(setup);
          const leader = leaders.get(name ?? '');
          ok(leader);
          await stop(leader, folder);
          await until(async () => ![name, null].includes(await holderOf(setup)));
          await pause(Math.random() * 60);
          leader.child.kill('SIGCONT');
          ok(await untilServing({ events, readModels: rows, state }, ordered, () => undefined, never));
        }
        isOver = true;
        await writes.done;
        await settled();
        for (const projection of [shelf, desk]) {
          const generation = await servingGeneration(rows, projection);
          is(generation, STOPS / 2);
          equal(await rowsOf(rows, projection, generation), await folded(events, projection));
        }
        // Both live, without errors, and the successor leads.
        for (const { child, errors } of leaders.values()) equal([child.exitCode, errors], [null, []]);
        const leading = await holderOf(setup);
        leaders.get(leading ?? '')?.child.kill('SIGKILL');
        await until(async () => ![leading, null].includes(await holderOf(setup)));
        const [last] = [...leaders].filter(([name]) => name !== leading).map(([, { child }]) => child);
        const ended = once(last as ChildProcess, 'exit');
        last?.disconnect();
        equal(await ended, [0, null]);
        is(await holderOf(setup), null);
      } finally {
        isOver = true;
        await writes.done;
        for (const { child } of leaders.values()) child.kill('SIGKILL');
      }
    },
    undefined,
    { forPrograms: true },
  ),
);
