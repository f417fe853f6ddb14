/** Setup for tests of backups: folders, the command line, and a catalogue with one person. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Refused } from '../../../../domain/errors.ts';
import { openInstallation, type Installation } from '../../../support/installation.ts';
import { recordQuixote } from '../../../support/people.ts';
import { filesIn } from '../../../support/stores.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { operationsIn } from '../../../support/command-line.ts';

/** Only root can change the owner of files. */
export const isRoot = process.getuid?.() === 0;
export const NOBODY = 65_534;

export const commandLine = (folder: string, signal?: AbortSignal) => operationsIn({ DATA_DIR: folder }, signal);
export const quietly = (): void => undefined;

export type Folders = { readonly data: string; readonly backup: string; readonly elsewhere: string };

export const inFolders = async (test: (folders: Folders) => Promise<void>): Promise<void> => {
  await using root = await temporaryFolder();
  const [data, backup, elsewhere] = ['data', 'backup', 'elsewhere'].map((name) => path.join(root.path, name));
  assert.ok(data && backup && elsewhere);
  await mkdir(data);
  await test({ data, backup, elsewhere });
};

export const during = async <T>(folder: string, work: (installation: Installation) => Promise<T>): Promise<T> => {
  await using installation = await openInstallation({ place: filesIn(folder), matching: false });
  return await work(installation);
};

export const refusedAs = (code: string) => (error: unknown) => error instanceof Refused && error.code === code;

export const recordPerson = (folder: string): Promise<void> =>
  during(folder, async (installation) => {
    await recordQuixote(installation, 'org');
    await installation.settled();
  });
