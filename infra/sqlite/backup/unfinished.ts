/** A restore in progress, and the mark of an unfinished one: while it exists, nothing else may use the folder. */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { Refused } from '../../../domain/errors.ts';
import { makeForOwner } from '../../private-files.ts';
import { isBusy } from '../connection/database.ts';

/** Holds the copies, under this name until the first file is moved into place: if the restore is killed before, nothing has changed. */
export const COPYING = '.restoring.partial';
export const copyingIn = (dataDir: string): string => path.join(dataDir, COPYING);

/** Holds the copies while they are moved into place: the log may be incomplete. */
export const restoringIn = (dataDir: string): string => path.join(dataDir, '.restoring');

export const LOCK = 'lock.db';

export const refuseUnfinished = (dataDir: string): void => {
  if (existsSync(restoringIn(dataDir)))
    throw new Refused(
      'conflict',
      'restore_unfinished',
      `a restore into ${dataDir} was interrupted and the log is incomplete: run colophon restore BACKUP --force to restore it`,
    );
};

const inProgress = (dataDir: string): Refused =>
  new Refused('conflict', 'in_use', `another restore into ${dataDir} is in progress`);

/**
 * Held until closed, or until this process ends for any reason. Throws `Refused` while another process is restoring, and if
 * it was since this one looked: it has moved its copies, and taken the lock along or left a new, empty folder to this one.
 */
export const lockRestore = (dataDir: string, copies: string): Database.Database => {
  const hasBegunToMove = (): boolean => copies === copyingIn(dataDir) && existsSync(restoringIn(dataDir));
  let lock: Database.Database | undefined;
  const file = path.join(copies, LOCK);
  try {
    makeForOwner(file);
    lock = new Database(file, { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    if (hasBegunToMove()) rmSync(copies, { recursive: true, force: true });
    if (!existsSync(copies)) throw inProgress(dataDir);
    return lock;
  } catch (error) {
    lock?.close();
    throw isBusy(error) || !existsSync(copies) ? inProgress(dataDir) : error;
  }
};
