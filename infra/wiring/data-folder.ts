/** The folder of the embedded files: made where a command may begin an installation, writable, and open to no other user. */
import { constants } from 'node:fs';
import { access, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import { isOpenToOthers, OWN_FOLDER } from '../own.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'it is no folder',
  EEXIST: 'it is no folder',
  ENOSPC: 'the disk is full',
};

/** Throws an error that names the folder and says why: this is not waited for. */
export const openDataFolder = async (dataDir: string): Promise<void> => {
  try {
    await mkdir(dataDir, { recursive: true, mode: OWN_FOLDER });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(`DATA_DIR=${dataDir} cannot be used: ${REASONS[code] ?? message}`, { cause: error });
  }
};

const STORES = ['events.db', 'read.db', 'state.db'];

/** For a command that looks at what is there. Throws `Refused`, and makes nothing, where no file of a store is. */
export const mustHoldStores = async (dataDir: string): Promise<void> => {
  const names = await readdir(dataDir).catch(() => null);
  if (names !== null && STORES.some((name) => names.includes(name))) return;
  const found = names === null ? 'does not exist' : `holds none of ${STORES.join(', ')}`;
  throw new Refused(
    'not_found',
    'nothing_there',
    `DATA_DIR=${dataDir} ${found}: name the folder of an installation, or begin one with colophon start`,
  );
};

/** Warns of what others may read: what an earlier release or another program made keeps the rights that it has. */
export const warnOfOthers = async (dataDir: string, log: Log): Promise<void> => {
  const isOpen = async (file: string): Promise<boolean> =>
    isOpenToOthers((await stat(file).catch(() => ({ mode: 0 }))).mode);
  const names = (await readdir(dataDir).catch(() => [])).filter((name) => /\.db(?:-wal|-shm)?$/u.test(name));
  const open: string[] = (await isOpen(dataDir)) ? [dataDir] : [];
  for (const name of names) if (await isOpen(path.join(dataDir, name))) open.push(name);
  if (open.length > 0)
    log.warn({ dataDir, open }, `others on this machine may read the data: chmod -R go-rwx '${dataDir}'`);
};
