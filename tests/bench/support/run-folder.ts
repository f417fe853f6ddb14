/** The folder of the run: all files are written there, and the process that started the run removes it. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';

export const RUN_FOLDER = 'BENCH_FOLDER';

export const runFolder = (): string => {
  const folder = process.env[RUN_FOLDER];
  if (folder === undefined) throw new Error('benches are started by `npm run bench`');
  return folder;
};

const ofPart = (run: string): string => path.join(run, 'part');

/** A new folder, removed when the current part of the run is over. */
export const freshFolder = async (name: string): Promise<string> => {
  const folder = ofPart(runFolder());
  await mkdir(folder, { recursive: true });
  return mkdtemp(path.join(folder, `${name}-`));
};

export const removeFreshFolders = (run: string): Promise<void> => rm(ofPart(run), { recursive: true, force: true });
