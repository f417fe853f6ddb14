/** Why a file or folder named by the operator cannot be used, in words. */
import { Refused } from '../domain/errors.ts';
import { codeOf } from './error-code.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read and write it',
  ENOENT: 'it cannot be created there',
  EPERM: 'this user may not read and write it',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
};

export const whyUnusable = (error: unknown): string =>
  (error as NodeJS.ErrnoException).syscall === 'uv_cwd'
    ? 'the current folder was deleted'
    : (REASONS[codeOf(error)] ?? (error as Error).message);

/** Throws an error of the file system as `Refused`, naming the folder. */
export const refusing =
  (folder: string) =>
  (error: unknown): never => {
    throw new Refused('conflict', 'unusable_folder', `${folder} cannot be used: ${whyUnusable(error)}`);
  };
