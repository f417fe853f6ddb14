/** Modes and owner of files and folders that only this user may read: the log holds personal data, the state hashes of keys. */
import { closeSync, existsSync, fchownSync, lchownSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from './error-code.ts';
import { refusing } from './unusable.ts';

export const OWN_UMASK = 0o077;
const OWN_FOLDER = 0o700;
export const OWN_FILE = 0o600;

/**
 * As root, creates a missing file for the owner of its folder: the user of the service, who could not open root's. For any other
 * user, does nothing.
 */
export const makeForOwner = (file: string): void => {
  if (process.getuid?.() !== 0 || existsSync(file)) return;
  const { uid, gid } = statSync(path.dirname(file));
  try {
    // `x` does not follow a link, which could lead to a file that is not the owner's.
    const made = openSync(file, 'ax', OWN_FILE);
    fchownSync(made, uid, gid);
    closeSync(made);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
};

/** As root, gives a file or folder to the owner of `folder`, if the file system allows; of a link, not what it leads to. */
const giveToOwnerOf = (folder: string, file: string): void => {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  try {
    lchownSync(file, uid, gid);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error;
  }
};

/** Not by the recursion of `mkdir`, which never ends where the file system takes no folders, such as in /proc (Node 20). */
const make = (folder: string): void => {
  if (existsSync(folder)) return;
  const above = path.dirname(folder);
  make(above);
  try {
    mkdirSync(folder, OWN_FOLDER);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (existsSync(folder)) return;
    throw error;
  }
  giveToOwnerOf(above, folder);
};

/**
 * Creates a missing folder with those above it, as root for the owner of the one they are made in, and returns its absolute path.
 * Throws `Refused`, naming it as `named`.
 */
export const makeOwnFolder = (folder: string, named = folder): string => {
  try {
    const whole = path.resolve(folder);
    make(whole);
    return whole;
  } catch (error) {
    return refusing(named)(error);
  }
};

/** Whether a mode gives access to other users. */
export const isOpenToOthers = (mode: number): boolean => (mode & OWN_UMASK) !== 0;
