/** The folder of the embedded files: made if it is not there, and one that can be written to. */
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';

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
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(`DATA_DIR=${dataDir} cannot be used: ${REASONS[code] ?? message}`, { cause: error });
  }
};
