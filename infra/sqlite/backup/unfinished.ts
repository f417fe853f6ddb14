/** The mark of a restore that has begun and not ended: as long as it is there, nothing else may use the folder. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Refused } from '../../../domain/errors.ts';

export const restoringIn = (dataDir: string): string => path.join(dataDir, '.restoring');

export const refuseUnfinished = (dataDir: string): void => {
  if (existsSync(restoringIn(dataDir)))
    throw new Refused(
      'conflict',
      'restore_unfinished',
      `a restore into ${dataDir} was cut off, and what is there is no whole log: colophon restore BACKUP --force puts one in place`,
    );
};
