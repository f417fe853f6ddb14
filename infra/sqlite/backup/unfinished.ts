/** Marks an unfinished restore: while the mark exists, nothing else may use the folder. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { Refused } from '../../../domain/errors.ts';
import { isBusy } from '../connection/database.ts';

export const restoringIn = (dataDir: string): string => path.join(dataDir, '.restoring');

export const refuseUnfinished = (dataDir: string): void => {
  if (existsSync(restoringIn(dataDir)))
    throw new Refused(
      'conflict',
      'restore_unfinished',
      `a restore into ${dataDir} was interrupted and the log is incomplete: run colophon restore BACKUP --force to restore it`,
    );
};

/** Held until closed, or until this process ends for any reason. Throws `Refused` while another process is restoring. */
export const lockRestoring = (dataDir: string): Database.Database => {
  const lock = new Database(path.join(restoringIn(dataDir), 'lock.db'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new Refused('conflict', 'in_use', `another restore into ${dataDir} is in progress`);
  }
};
