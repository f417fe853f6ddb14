/** The data folder of the embedded stores: creates it if the command allows, and checks that it is writable and private. */
import { constants } from 'node:fs';
import { access, readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import type { Config } from '../config.ts';
import { isOpenToOthers, makeOwnFolder } from '../private-files.ts';
import { codeOf } from '../error-code.ts';
import { whyUnusable } from '../unusable.ts';

const STORES = ['events.db', 'read.db', 'state.db'];
const FILES = STORES.flatMap((name) => ['', '-wal', '-shm'].map((end) => name + end));

const cannotBeUsed = (dataDir: string, name: string, error: unknown): Error => {
  const where = name === '' ? '' : `${name}: `;
  return new Error(`DATA_DIR=${dataDir} cannot be used: ${where}${whyUnusable(error)}`, { cause: error });
};

/** Throws an error that names the folder or file and the reason, since waiting would not help. Missing ones are accepted. */
export const mustBeUsable = async (dataDir: string): Promise<void> => {
  const { R_OK, W_OK, X_OK } = constants;
  for (const name of ['', ...FILES])
    // With the trailing separator, a file in place of the folder is reported as such, not as one that may not be executed.
    await access(path.join(dataDir, name || path.sep), name === '' ? R_OK | W_OK | X_OK : R_OK | W_OK).catch(
      (error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw cannotBeUsed(dataDir, name, error);
      },
    );
};

/** Like `mustBeUsable`, but creates a missing folder. */
export const openDataFolder = async (dataDir: string): Promise<void> => {
  makeOwnFolder(dataDir, `DATA_DIR=${dataDir}`);
  await mustBeUsable(dataDir);
};

type Needed = 'events.db' | 'state.db';

/** The embedded files that cannot be rebuilt. */
export const neededFiles = (config: Pick<Config, 'eventStoreUrl' | 'mongodbUrl'>): readonly Needed[] => [
  ...(config.eventStoreUrl === null ? (['events.db'] as const) : []),
  ...(config.mongodbUrl === null ? (['state.db'] as const) : []),
];

/** Creates nothing; throws if the folder cannot be read or lacks a `needed` file. Missing rows can be rebuilt. */
export const mustHoldStores = async (dataDir: string, needed: readonly Needed[]): Promise<void> => {
  const names = await readdir(dataDir).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw cannotBeUsed(dataDir, '', error);
  });
  const there = STORES.filter((name) => names?.includes(name));
  const missing = needed.filter((name) => !there.includes(name));
  if (there.length > 0 && missing.length > 0)
    throw new Refused(
      'not_found',
      'store_missing',
      `DATA_DIR=${dataDir} has no ${missing.join(' and no ')} beside ${there.join(' and ')}: put the file back, or restore a backup`,
    );
  if (there.length > 0) return;
  const found = names === null ? 'does not exist' : `holds none of ${STORES.join(', ')}`;
  throw new Refused(
    'not_found',
    'nothing_there',
    `DATA_DIR=${dataDir} ${found}: set it to the folder of an installation, or create one with colophon start`,
  );
};

/** Bytes that the stores take, and that are free on their file system for this user. Null if the folder cannot be looked at. */
export const diskOf = async (
  dataDir: string,
): Promise<{ readonly usedBytes: number; readonly freeBytes: number } | null> => {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    const sizes = FILES.map((name) =>
      stat(path.join(dataDir, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
    return { usedBytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0), freeBytes: bavail * bsize };
  } catch {
    return null;
  }
};

/** Files created by another program keep their permissions, so it only warns about them. */
export const warnIfOpenToOthers = async (dataDir: string, log: Log): Promise<void> => {
  const isOpen = async (file: string): Promise<boolean> =>
    isOpenToOthers((await stat(file).catch(() => ({ mode: 0 }))).mode);
  const names = (await readdir(dataDir).catch(() => [])).filter((name) => /\.db(?:-wal|-shm)?$/u.test(name));
  const open: string[] = (await isOpen(dataDir)) ? [dataDir] : [];
  for (const name of names) if (await isOpen(path.join(dataDir, name))) open.push(name);
  if (open.length > 0)
    log.warn({ dataDir, open }, `other users of this machine can read the data: chmod -R go-rwx '${dataDir}'`);
};
