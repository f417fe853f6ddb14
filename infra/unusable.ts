/** Why a file or folder named by the operator cannot be used, in words. */
import { codeOf } from './error-code.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read and write it',
  EPERM: 'this user may not read and write it',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
};

export const whyUnusable = (error: unknown): string => REASONS[codeOf(error)] ?? (error as Error).message;
