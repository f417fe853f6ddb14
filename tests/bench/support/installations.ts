/** Embedded installations with a long seeded history: created once per run, for all benches with this number of events. */
import { constants } from 'node:fs';
import { access, copyFile, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import Database from 'libsql';
import { bootstrap } from '../../../commands/bootstrap.ts';
import { openSqliteEventStore } from '../../../infra/sqlite/events/index.ts';
import { openSqliteState } from '../../../infra/sqlite/state/index.ts';
import { randomIds, systemClock } from '../../../infra/system.ts';
import { matchedUpTo } from '../../../workers/matching/index.ts';
import { writeHistory } from '../../support/history.ts';
import { catchUp } from '../projection/catch-up.ts';
import { progress } from './progress.ts';
import { freshFolder, runFolder } from './run-folder.ts';

const MATCHED = 'matching/checkpoint';
const FILES = { events: 'events.db', rows: 'read.db', state: 'state.db' } as const;

/** Everything in the file itself: what a closed connection has left beside it would be lost to a copy. */
const settled = (file: string): void => {
  const db = new Database(file);
  const [[busy]] = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').raw().all() as unknown as [[number]];
  db.close();
  if (busy !== 0) throw new Error(`there is still a writer on ${path.basename(file)}`);
};

/** Creates the file unless it exists; an interrupted one is created again. */
const once = async (file: string, make: (unfinished: string) => Promise<void>): Promise<string> => {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) return file;
  const unfinished = `${file}.unfinished`;
  for (const end of ['', '-wal', '-shm']) await rm(unfinished + end, { force: true });
  await make(unfinished);
  settled(unfinished);
  await rename(unfinished, file);
  return file;
};

const folderOf = async (events: number): Promise<string> => {
  const folder = path.join(runFolder(), `installation-${events}`);
  await mkdir(folder, { recursive: true });
  return folder;
};

/** The file of a log with about this many events. Not to be written to. */
export const logOf = async (events: number): Promise<string> =>
  once(path.join(await folderOf(events), FILES.events), async (file) => {
    progress(`writing a log of ${events.toLocaleString('en')} events`);
    const store = await openSqliteEventStore({ file });
    await bootstrap({ events: store, clock: systemClock, ids: randomIds });
    await writeHistory(store, { events });
    await store.close();
  });

/** Rows that a bench has built from the log of this size, for others to use. The file is moved. */
export const giveRows = async (events: number, rows: string): Promise<void> => {
  settled(rows);
  await once(path.join(await folderOf(events), FILES.rows), (file) => rename(rows, file));
  await rm(rows, { force: true });
};

/** Matching has processed everything, as in an installation that has run for long. */
const writeState = async (file: string, logFile: string): Promise<void> => {
  const store = await openSqliteEventStore({ file: logFile });
  const head = await store.head();
  await store.close();
  const state = await openSqliteState({ file });
  await state.put(MATCHED, { position: head });
  if ((await matchedUpTo(state)) !== head) throw new Error(`matching keeps its place elsewhere than in ${MATCHED}`);
  await state.close();
};

/** The data folder of an installation whose rows have been built. Listings may be requested of it; nothing may be changed. */
export const installationOf = async (events: number): Promise<string> => {
  const [folder, log] = [await folderOf(events), await logOf(events)];
  await once(path.join(folder, FILES.rows), async (file) => {
    progress(`making the rows of ${events.toLocaleString('en')} events`);
    await catchUp(log, file);
  });
  await once(path.join(folder, FILES.state), (file) => writeState(file, log));
  return folder;
};

const copyOf = async (folder: string, names: readonly string[]): Promise<string> => {
  const copy = await freshFolder('copy');
  for (const name of names) await copyFile(path.join(folder, name), path.join(copy, name), constants.COPYFILE_FICLONE);
  return copy;
};

/** A log that the caller may append to. */
export const ownLog = async (events: number): Promise<string> =>
  path.join(await copyOf(path.dirname(await logOf(events)), [FILES.events]), FILES.events);

/** An installation that the caller may change. */
export const ownInstallation = async (events: number): Promise<string> =>
  copyOf(await installationOf(events), Object.values(FILES));
