/** Restores a backup: checks it, copies it next to the folder, then moves it into place, so an interrupted restore can be rerun. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { forgetLog } from '../../../commands/forget-log.ts';
import type { EndedAgain } from '../../../commands/end-again.ts';
import type { StateStore } from '../../../commands/ports.ts';
import { Refused, Unavailable } from '../../../domain/errors.ts';
import { Interrupted, type Steps } from '../../interrupted.ts';
import { makeForOwner, makeOwnFolder, OWN_FILE } from '../../private-files.ts';
import { codeOf } from '../../error-code.ts';
import { whileOpen } from '../../while-open.ts';
import { openSqliteState } from '../state/index.ts';
import { inFile, isAway } from '../connection/database.ts';
import { countsOf, LOG_FILE, type Manifest, readManifest, settle, verify } from './manifest.ts';
import { both, endedIn, endInLog, erasuresIn, keepEnded, keptEnded, NOTHING } from './ended.ts';
import { entriesOf } from './taking.ts';
import { dropErased, dropTransient, heldByProcesses, heldOnServer } from './transient.ts';
import { COPYING, copyingIn, lockRestore, LOCK, refuseUnfinished, restoringIn } from './unfinished.ts';

export type RestoreOptions = {
  /** The backup. */
  readonly source: string;
  readonly dataDir: string;
  /** Null if the state is in the folder. */
  readonly stateOnServer: StateStore | null;
  /** Has rows outside the folder rejected, since they were built from the replaced log. Default: there are none. */
  readonly rejectRows?: () => Promise<void>;
  /** Whether the folder's contents may be replaced. */
  readonly force: boolean;
  readonly signal: AbortSignal;
};

export type Restored = {
  /** Epoch ms. */
  readonly takenAt: number;
  /** The restored log, after what had ended since was ended again. */
  readonly log: Manifest['log'];
  /** What ended after the backup was taken, and was ended again. */
  readonly endedAgain: readonly EndedAgain[];
  /** What of the replaced log could not be read, so that what ended there may have begun again. */
  readonly unread: readonly string[];
  /** False if there was no log to replace: then nothing is known of what ended since. */
  readonly replacedLog: boolean;
};

/** The first exists on mounted volumes; a restore that is killed early leaves the second. */
const NOT_OURS: ReadonlySet<string> = new Set(['lost+found', COPYING]);
const ENDED = 'ended.json';
const STATE = 'state.db';
const ROWS = 'read.db';
const [WAL, SHM] = ['-wal', '-shm'];

const refuseInUse = async ({ dataDir, stateOnServer }: RestoreOptions): Promise<void> => {
  const [held] =
    stateOnServer === null ? heldByProcesses(path.join(dataDir, STATE)) : await heldOnServer(stateOnServer);
  if (held !== undefined)
    throw new Refused('conflict', 'in_use', `${dataDir} is in use (${held}): stop the service, or wait half a minute`);
};

/** Removes references to the replaced log from a state that is not restored. */
const forgetReplaced = async ({ dataDir, stateOnServer }: RestoreOptions): Promise<void> => {
  if (stateOnServer !== null) return forgetLog(stateOnServer);
  const file = path.join(dataDir, STATE);
  if (!existsSync(file)) return;
  await whileOpen(await openSqliteState({ file }), forgetLog);
};

type Beside = {
  /** Holds the copies: `.restoring` if an earlier restore was killed while it moved files, otherwise `.restoring.partial`. */
  readonly copies: string;
  readonly manifest: Manifest;
  /** An earlier restore into the folder was killed while it moved files. */
  readonly wasInterrupted: boolean;
  /** The folder did not exist before. */
  readonly isNew: boolean;
};

/** Copies the backup next to the current files, and ends in the copy what has ended since. */
const copyBeside = async (
  options: RestoreOptions,
  { copies, manifest, wasInterrupted }: Beside,
  steps: Steps,
): Promise<Omit<Restored, 'takenAt'>> => {
  const { source, dataDir, signal } = options;
  const inCopies = (name: string): string => path.join(copies, name);
  const log = path.join(dataDir, LOG_FILE);
  const replacedLog = existsSync(log) || existsSync(inCopies(ENDED));
  const ended = both(await keptEnded(inCopies(ENDED)), existsSync(log) ? endedIn(log) : NOTHING);
  await keepEnded(inCopies(ENDED), ended);
  for (const { name } of manifest.files) {
    signal.throwIfAborted();
    for (const end of ['', WAL, SHM]) await rm(inCopies(name + end), { force: true });
    steps(`copying ${name}`, 0, 1);
    makeForOwner(inCopies(name));
    // Not by `copyFile`, which from Node 22 on takes over the owner of the source.
    await pipeline(createReadStream(path.join(source, name)), createWriteStream(inCopies(name)));
    await chmod(inCopies(name), OWN_FILE);
    steps(`copying ${name}`, 1, 1);
  }
  signal.throwIfAborted();
  await verify(copies, manifest, steps);
  const hasState = manifest.files.some(({ name }) => name === STATE);
  if (hasState) dropTransient(inCopies(STATE));
  const { again: endedAgain, unread } = await endInLog(inCopies(LOG_FILE), ended);
  if (hasState) dropErased(inCopies(STATE), [...ended.erasures, ...inFile(inCopies(LOG_FILE), erasuresIn)]);
  const counts = inFile(inCopies(LOG_FILE), countsOf);
  for (const { name } of manifest.files) await settle(inCopies(name));
  signal.throwIfAborted();
  // Until now a service could start.
  if (!wasInterrupted) await refuseInUse(options);
  if (!hasState || options.stateOnServer !== null) await forgetReplaced(options);
  await options.rejectRows?.();
  return { log: counts, endedAgain, unread, replacedLog };
};

/** Removes what a killed restore copied, but not the lock that is held. */
const removeLeftovers = async (copies: string): Promise<void> => {
  for (const name of await readdir(copies))
    if (!name.startsWith(LOCK)) await rm(path.join(copies, name), { recursive: true, force: true });
};

const FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];

/** A file may match its manifest and still not be a log or state, and the disk may be full. */
const asRefusal = (error: unknown, { source, dataDir }: RestoreOptions): unknown => {
  if (!(error instanceof Error)) return error;
  if (FULL.includes(codeOf(error)) || (error instanceof Unavailable && FULL.includes(codeOf(error.cause))))
    return new Refused('conflict', 'disk_full', `the disk of ${dataDir} is full: nothing was restored`);
  if (!codeOf(error).startsWith('SQLITE_') || isAway(error)) return error;
  return new Refused(
    'conflict',
    'damaged_backup',
    `${source} does not contain a log and state of Colophon: ${error.message}`,
  );
};

const restoreAlone = async (options: RestoreOptions, beside: Beside, steps: Steps): Promise<Restored> => {
  const { dataDir, signal } = options;
  const { copies, manifest, wasInterrupted, isNew } = beside;
  const restoring = restoringIn(dataDir);
  const restored = await copyBeside(options, beside, steps).catch(async (error: unknown) => {
    // Nothing is in place yet: the old contents stay in use.
    if (!wasInterrupted) await rm(copies, { recursive: true, force: true });
    if (isNew) await rmdir(dataDir).catch(() => undefined);
    if (!signal.aborted) throw asRefusal(error, options);
    throw new Interrupted(wasInterrupted ? 'run it again, with --force' : 'nothing was changed; run it again');
  });

  const names = manifest.files.map(({ name }) => name);
  // From here to the last rename the folder contains neither the old nor the new stores; the mark records that.
  if (!wasInterrupted) await rename(copies, restoring);
  await settle(dataDir);
  for (const name of [...names, ROWS])
    for (const end of [WAL, SHM]) await rm(path.join(dataDir, name + end), { force: true });
  await rm(path.join(dataDir, ROWS), { force: true });
  for (const name of names) await rename(path.join(restoring, name), path.join(dataDir, name));
  await settle(dataDir);
  await rm(restoring, { recursive: true });
  await settle(dataDir);
  return { takenAt: manifest.takenAt, ...restored };
};

/**
 * Throws `Refused` for a folder that is in use, or not empty without `force`, and for a damaged backup. If interrupted before
 * anything is moved into place, changes nothing and throws `Interrupted`; later interruptions are ignored.
 */
export const restoreBackup = async (options: RestoreOptions, steps: Steps): Promise<Restored> => {
  const { source, dataDir, force } = options;
  const manifest = await readManifest(source);
  const there = (await entriesOf(dataDir)).filter((name) => !NOT_OURS.has(name));
  if (!force) refuseUnfinished(dataDir);
  if (there.length > 0 && !force)
    throw new Refused('conflict', 'not_empty', `${dataDir} is not empty: --force replaces what is there`);
  await verify(source, manifest, steps);
  const restoring = restoringIn(dataDir);
  const wasInterrupted = existsSync(restoring);
  // No process uses what an interrupted restore left in the folder.
  if (!wasInterrupted) await refuseInUse(options);

  const isNew = !existsSync(dataDir);
  const copies = wasInterrupted ? restoring : copyingIn(dataDir);
  if (!wasInterrupted) makeOwnFolder(copies, `DATA_DIR=${dataDir}`);
  const lock = lockRestore(dataDir, copies);
  try {
    if (!wasInterrupted) await removeLeftovers(copies);
    return await restoreAlone(options, { copies, manifest, wasInterrupted, isNew }, steps);
  } finally {
    lock.close();
  }
};
