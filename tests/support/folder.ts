/** A temporary folder for a test's files. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { closing } from './closing.ts';

export const temporaryFolder = async (): Promise<{ readonly path: string } & AsyncDisposable> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'colophon-'));
  return closing({ path: folder, remove: () => rm(folder, { recursive: true, force: true }) });
};

export const inFolder = async (test: (folder: string) => Promise<void>): Promise<void> => {
  await using folder = await temporaryFolder();
  await test(folder.path);
};
