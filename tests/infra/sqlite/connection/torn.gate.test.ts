/** Files after a power cut or on a bad disk: whole data are readable, and damaged data are never served. */
import assert from 'node:assert/strict';
import { copyFile, cp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'libsql';
import type { EventStore } from '../../../../commands/ports.ts';
import { takeBackup } from '../../../../infra/sqlite/backup/taking.ts';
import { Damaged } from '../../../../infra/sqlite/connection/damaged.ts';
import { openSqliteEventStore } from '../../../../infra/sqlite/events/index.ts';
import { openSqliteReadModels } from '../../../../infra/sqlite/rows/index.ts';
import { openSqliteState } from '../../../../infra/sqlite/state/index.ts';
import { collect } from '../../../support/event-stores.ts';
import { newEvent } from '../../../support/new-event.ts';
import { colophon } from '../../../support/program.ts';
import { suite } from '../../../support/suite.ts';
import { closing } from '../../../support/closing.ts';
import { inFolder } from '../../../support/folder.ts';

const EVENTS = 60;
const PAGE = 4096;
const STREAM = 'publication-org~10.5555/torn';
const rows = { name: 'torn_v1', indexes: [{ equal: ['shelf'] }] };

/** The folder as after a power cut now: `events.db`, its write-ahead log, and the index of that. */
const asLeft = async (from: string, to: string): Promise<string> => {
  await cp(from, to, { recursive: true });
  return path.join(to, 'events.db');
};

const idsOf = async (store: EventStore): Promise<readonly string[]> =>
  (await collect(store.readAll())).map(({ id }) => id);

const idsIn = async (file: string): Promise<readonly string[]> => {
  await using store = closing(await openSqliteEventStore({ file }));
  return await idsOf(store);
};

const flip = async (file: string, offset: number): Promise<void> => {
  await using handle = closing(await open(file, 'r+'));
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, offset);
  await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 0x55]), 0, 1, offset);
};

/** Checkpoints the write-ahead log into the file, as happens every few megabytes. */
const emptied = (file: string): void => {
  const db = new Database(file, { timeout: 5_000 });
  try {
    assert.deepEqual(db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').raw().all(), [[0, 0, 0]]);
  } finally {
    db.close();
  }
};

/** As a bad sector reads. */
const spoilPage = async (file: string, page: number): Promise<void> => {
  await using handle = closing(await open(file, 'r+'));
  await handle.write(Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE);
};

const namesTheFile =
  (file: string, way: RegExp) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof Damaged, String(error));
    assert.ok(error.message.includes(`${file} is damaged`), error.message);
    assert.match(error.message, way);
    return true;
  };

type Left = { readonly folder: string; readonly acknowledged: readonly string[] };

/** A folder with this many acknowledged events, without a clean shutdown. */
const withLeft = (test: (left: Left, copy: (name: string) => Promise<string>) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    const [live, left] = [path.join(folder, 'live'), path.join(folder, 'left')];
    await writeFile(path.join(folder, 'marker'), '');
    await cp(path.join(folder, 'marker'), path.join(live, 'marker'), { recursive: true });
    const store = await openSqliteEventStore({ file: path.join(live, 'events.db') });
    const acknowledged: string[] = [];
    try {
      for (let n = 0; n < EVENTS; n += 1) {
        const event = newEvent(n, { text: 'x'.repeat(500 * (n % 7)) });
        await store.append(STREAM, [event], 'any');
        acknowledged.push(event.id);
      }
      await cp(live, left, { recursive: true });
    } finally {
      await store.close();
    }
    await test({ folder: left, acknowledged }, (name) => asLeft(left, path.join(folder, name)));
  });

const torn = suite('a file after a power cut');

torn('has everything that was acknowledged, whatever happened to the index of its write-ahead log', () =>
  withLeft(async ({ acknowledged }, copy) => {
    assert.deepEqual(await idsIn(await copy('as-it-was')), acknowledged);
    const without = await copy('without');
    await rm(`${without}-shm`);
    assert.deepEqual(await idsIn(without), acknowledged);
    const spoilt = await copy('spoilt');
    const { size } = await stat(`${spoilt}-shm`);
    await writeFile(`${spoilt}-shm`, Buffer.alloc(size, 0xa5));
    assert.deepEqual(await idsIn(spoilt), acknowledged);
  }),
);

torn('has whole appends up to where its write-ahead log was torn or corrupted, and continues from there', () =>
  withLeft(async ({ folder, acknowledged }, copy) => {
    const { size } = await stat(path.join(folder, 'events.db-wal'));
    const frame = PAGE + 24;
    const middle = Math.floor(size / 2);
    const tears = {
      cut: [0, 31, 33, 32 + frame, middle, size - PAGE, size - 1],
      flipped: [0, 32, 32 + frame - 1, middle, size - 24, size - 1],
    };
    const counts: number[] = [];
    for (const [tear, offsets] of Object.entries(tears))
      for (const offset of offsets) {
        const file = await copy(`${tear}-${offset}`);
        if (tear === 'cut') await truncate(`${file}-wal`, offset);
        else await flip(`${file}-wal`, offset);
        await rm(`${file}-shm`);
        const store = await openSqliteEventStore({ file });
        const ids = await idsOf(store);
        assert.deepEqual(ids, acknowledged.slice(0, ids.length), `${tear} at ${offset}`);
        counts.push(ids.length);
        const next = newEvent(1_000);
        const { revision } = await store.append(STREAM, [next], 'any');
        assert.equal(revision, ids.length);
        assert.deepEqual(await idsOf(store), [...ids, next.id]);
        await store.close();
      }
    assert.ok(Math.min(...counts) === 0 && Math.max(...counts) >= EVENTS - 1);
  }),
);

const damaged = suite('a damaged file');

damaged('of the log is reported by name, with what to do, and is not backed up', () =>
  withLeft(async ({ folder, acknowledged }, copy) => {
    const whole = await copy('whole');
    emptied(whole);
    const pages = (await stat(whole)).size / PAGE;
    const way = /restore/;
    const short = await copy('short');
    await copyFile(whole, short);
    for (const end of ['-wal', '-shm']) await rm(`${short}${end}`);
    await truncate(short, (pages - 3) * PAGE);
    await assert.rejects(idsIn(short), namesTheFile(short, way));

    const undetected: string[] = [];
    for (let page = 1; page < pages; page += 5) {
      const file = await copy(`page-${page}`);
      await copyFile(whole, file);
      for (const end of ['-wal', '-shm']) await rm(`${file}${end}`);
      await spoilPage(file, page);
      // A page that these reads do not reach belongs to an index: nothing wrong is served.
      try {
        assert.deepEqual(await idsIn(file), acknowledged);
      } catch (error) {
        namesTheFile(file, way)(error);
        undetected.push(path.dirname(file));
      }
    }
    assert.ok(undetected.length > 3);
    const backup = {
      target: path.join(folder, 'backup'),
      names: ['events.db'],
      version: 'test',
      now: 0,
      signal: new AbortController().signal,
    };
    await assert.rejects(
      takeBackup({ dataDir: undetected[0] ?? '', ...backup }, () => undefined),
      /is damaged/,
    );
  }),
);

damaged('of rows or state is reported by name too, and no start waits for it', () =>
  inFolder(async (folder) => {
    const [read, state] = [path.join(folder, 'read.db'), path.join(folder, 'state.db')];
    const readModels = await openSqliteReadModels({ file: read });
    await readModels.create(rows, 'now');
    await readModels.close();
    await (await openSqliteState({ file: state })).close();
    for (const file of [read, state]) emptied(file);
    const before = await readFile(read);
    await writeFile(read, Buffer.alloc(before.length, 0xa5));
    await assert.rejects(openSqliteReadModels({ file: read }), namesTheFile(read, /delete it.*rebuilt/));

    const ports = { PUBLIC_PORT: '0', DASHBOARD_PORT: '0', METRICS_PORT: '0' };
    const { code, err } = await colophon({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...ports }, ['start']).ended;
    assert.equal(code, 1);
    assert.ok(err.includes(`read models unavailable: ${read} is damaged (SQLITE_NOTADB); stop all processes`), err);

    await writeFile(state, Buffer.alloc(PAGE, 0xa5));
    await assert.rejects(openSqliteState({ file: state }), namesTheFile(state, /backup/));
  }),
);
